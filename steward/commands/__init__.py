"""The rarer commands, a module each, loaded when they are typed (`steward.cli`)."""
