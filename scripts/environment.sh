# Read by scripts/start and scripts/test, in the root of the repository: makes and fills an environment, .venv.
# ENVIRONMENT names another folder for it, PYTHON another command than the newest Python that is found.
environment=${ENVIRONMENT:-.venv}

# It installs the same packages as pip in a fraction of the time; where it cannot be had, pip installs them.
uv="uv==0.13.9"

# Modules are compiled once and kept; where the surroundings forbid that, every start would compile them anew.
unset PYTHONDONTWRITEBYTECODE

# Print the command of a Python that the pinned packages are made for, the newest first, or explain which one is needed.
find_python() {
    for name in ${PYTHON:-python3.13 python3.12 python3.11 python3.14 python3 python}; do
        if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then
            echo "$name"
            return 0
        fi
    done
    echo "Ludex needs Python 3.11, 3.12, 3.13 or 3.14, and none of them is on the PATH." >&2
    echo "Install one, with its venv module (on Debian: apt-get install python3 python3-venv), and run this again." >&2
    return 1
}

# Print a digest of what an environment is made from: the locks, the project's own settings, the place of this folder.
digest_of_sources() {
    { cat requirements*.lock pyproject.toml scripts/environment.sh && pwd; } | cksum
}

# prepare_environment LOCK: make the environment where it is missing or broken, install the lock and the project into it.
# Where nothing has changed since the last time it does nothing.
prepare_environment() {
    lock=$1
    digest=$(digest_of_sources)
    stamp=$environment/$lock.stamp
    if [ -x "$environment/bin/python" ] && "$environment/bin/python" -c '' 2>/dev/null; then
        if [ "$(cat "$stamp" 2>/dev/null)" = "$digest" ]; then
            return 0
        fi
    else
        python=$(find_python) || return 1
        echo "Making the environment $environment with $("$python" --version 2>&1)" >&2
        rm -rf "$environment"
        # Without pip, which takes longer to put there than all the packages.
        if ! "$python" -m venv --without-pip "$environment"; then
            rm -rf "$environment"
            echo "$python cannot make an environment: its venv module is missing." >&2
            echo "On Debian: apt-get install python3-venv. Then run this again." >&2
            return 1
        fi
    fi
    echo "Installing the packages of $lock" >&2
    install -r "$lock" || return 1
    # The lock holds what builds the project, so nothing else is fetched for it.
    install --no-deps --no-build-isolation --editable . || return 1
    # Each lock includes those before it.
    for included in requirements.lock requirements-docs.lock requirements-test.lock; do
        echo "$digest" >"$environment/$included.stamp"
        [ "$included" != "$lock" ] || break
    done
}

install() {
    if [ -x "$environment/bin/uv" ] || pip install "$uv" 2>/dev/null; then
        # Where uv finds a package nowhere, pip may: it reads settings of its own.
        "$environment/bin/uv" pip install --quiet --python "$environment/bin/python" "$@" >&2 && return 0
        echo "uv could not install them; trying pip" >&2
    fi
    pip install "$@" || {
        echo "The packages could not be installed; see above. Nothing else has been changed." >&2
        return 1
    }
}

# The pip of the Python that the environment is made with installs into it too; if there is none, the environment gets one.
pip() {
    own=$environment/bin/python
    made_with=$("$own" -c 'import sys; print(sys._base_executable)')
    set -- --disable-pip-version-check --no-input -qq "$@"
    if ! "$own" -c 'import pip' 2>/dev/null; then
        "$made_with" -m pip --python "$own" "$@" >&2 && return 0
        "$own" -m ensurepip >&2 || {
            echo "There is no pip. On Debian: apt-get install python3-venv. Then run this again." >&2
            return 1
        }
    fi
    "$own" -m pip "$@" >&2
}
