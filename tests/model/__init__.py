"""A model to talk to in tests and in `make demo MODEL=fake`: an HTTP service on loopback, no model at all."""
