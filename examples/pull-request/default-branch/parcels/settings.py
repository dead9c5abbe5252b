"""What the service is told by its environment."""

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    port: int = 8080
    database: str = "parcels.sqlite"
    session_minutes: int = 30


def from_environment() -> Settings:
    return Settings(
        port=int(os.environ.get("PORT", "8080")),
        database=os.environ.get("DATABASE", "parcels.sqlite"),
        session_minutes=int(os.environ.get("SESSION_MINUTES", "30")),
    )
