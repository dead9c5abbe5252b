# The Action's image. Release builds pass BASE with a digest.
ARG BASE=python:3.13-slim

# hadolint ignore=DL3006
FROM ${BASE} AS build
COPY requirements.txt /tmp/requirements.txt
RUN python3 -m venv --without-pip /opt/steward \
    && python3 -m pip --python /opt/steward/bin/python install \
        --no-cache-dir --no-compile --disable-pip-version-check --require-hashes --requirement /tmp/requirements.txt
COPY entrypoint.py /opt/steward/entrypoint.py
COPY steward /tmp/steward
# Bytecode is compiled once, here, and never checked against its source again: file times do not survive
# a copied layer, and a stale cache would be compiled anew by every run.
RUN site=$(/opt/steward/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') \
    && cp -R /tmp/steward "$site/steward" \
    && /opt/steward/bin/python -m compileall -q -f --invalidation-mode unchecked-hash "$site"

# hadolint ignore=DL3006
FROM ${BASE} AS git
# git reads the change from the workspace when the API will not show it. Its version is the base's business.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git \
    && rm -rf /var/lib/apt/lists/*

# hadolint ignore=DL3006
FROM ${BASE}
# One program of 4 MB compares two commits; what it would need for a network, 100 MB with Perl, stays behind.
COPY --from=git /usr/bin/git /usr/bin/git
# A slim base ships its standard library without bytecode.
RUN git --version \
    && library=$(python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))') \
    && python3 -m compileall -q -f --invalidation-mode unchecked-hash \
        -x '/(site-packages|dist-packages|test|tests|idlelib|tkinter|turtledemo|ensurepip|lib2to3)/' "$library"
COPY --from=build /opt/steward /opt/steward
# GitHub asks container actions to run as root: the mounted workspace and runner files belong to others.
# -I: nothing in the workspace or the environment is ever imported.
ENTRYPOINT ["/opt/steward/bin/python", "-I", "/opt/steward/entrypoint.py"]
