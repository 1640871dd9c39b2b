# Read by scripts/start and scripts/test, in the root of the repository: makes and fills the environment .venv.

# Modules are compiled once and kept; where the surroundings forbid that, every start would compile them anew.
unset PYTHONDONTWRITEBYTECODE

# Print the command of a Python that the pinned packages are made for, or explain which one is needed.
find_python() {
    for name in python3.13 python3.12 python3.11 python3.14 python3 python; do
        if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then
            echo "$name"
            return 0
        fi
    done
    echo "Ludex needs Python 3.11, 3.12, 3.13 or 3.14, and none of them is on the PATH." >&2
    echo "Install one, with its venv module (on Debian: apt-get install python3 python3-venv), and run this again." >&2
    return 1
}

# Print a digest of what an environment is made from: the lock, the project's own settings, the place of this folder.
digest_of() {
    { cat requirements.lock "$1" pyproject.toml scripts/environment.sh && pwd; } | cksum
}

# prepare_environment LOCK: make .venv where it is missing or broken, and install the lock and the project into it.
# Where nothing has changed since the last time it does nothing.
prepare_environment() {
    lock=$1
    digest=$(digest_of "$lock")
    stamp=.venv/$lock.stamp
    if [ -x .venv/bin/python ] && .venv/bin/python -c '' 2>/dev/null; then
        if [ "$(cat "$stamp" 2>/dev/null)" = "$digest" ]; then
            return 0
        fi
    else
        python=$(find_python) || return 1
        echo "Making the environment .venv with $("$python" --version 2>&1)" >&2
        rm -rf .venv
        if ! "$python" -m venv .venv; then
            rm -rf .venv
            echo "$python cannot make an environment: its venv module is missing." >&2
            echo "On Debian: apt-get install python3-venv. Then run this again." >&2
            return 1
        fi
    fi
    echo "Installing the packages of $lock" >&2
    pip install -r "$lock" || return 1
    # The lock holds what builds the project, so nothing else is fetched for it.
    pip install --no-deps --no-build-isolation --editable . || return 1
    echo "$digest" >"$stamp"
    # What the tests need holds what the service needs.
    digest_of requirements.lock >.venv/requirements.lock.stamp
}

pip() {
    .venv/bin/python -m pip --disable-pip-version-check --no-input -qq "$@" >&2 || {
        echo "The packages could not be installed; see above. Nothing else has been changed." >&2
        return 1
    }
}
