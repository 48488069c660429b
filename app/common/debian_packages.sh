# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034
# Sourced by app/quickstart, tests/run and .ci/run: the packages of Debian 12 and Ubuntu 24.04 that build, tests and the
# checks of the sources need, and how to install what is missing.

# Debian 12 has Boost.Math under its version's name; its default version is older than what the build was tested with.
parsimony_boost_math=libboost-math1.81-dev
case "$(. /etc/os-release 2>/dev/null && echo "${ID:-} ${ID_LIKE:-}")" in
    *ubuntu*) parsimony_boost_math=libboost-math-dev ;;
esac

parsimony_build_packages=(
    g++ cmake ninja-build ccache
    qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libqcustomplot-dev libgl1-mesa-dev
    libeigen3-dev libsqlite3-dev libhdf5-dev libzip-dev nlohmann-json3-dev libcli11-dev
    libtomlplusplus-dev libyaml-cpp-dev libopenblas-dev libfftw3-dev libssl-dev libhwy-dev libdnnl-dev libopenmpi-dev "$parsimony_boost_math"
    fonts-dejavu-core)
parsimony_test_packages=(libgtest-dev libgmock-dev dbus-daemon openmpi-bin openssh-client openssh-server python3 python3-venv ca-certificates xz-utils
    fish zsh)
# What .ci/run needs beyond that. Version 14 by name: another clang-format would lay the sources out otherwise.
parsimony_check_packages=(git clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev lld)

# install_missing PACKAGE…: says what it installs, and how, before it does; nothing when all are there.
install_missing() {
    local missing=() package
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "This is no Debian system: install the libraries that CONTRIBUTING.md lists by hand if the build misses one." >&2
        return 0
    fi
    for package in "$@"; do
        if ! dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -q '^installed'; then
            missing+=("$package")
        fi
    done
    if [ ${#missing[@]} -eq 0 ]; then
        return 0
    fi
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These packages are missing, and this is neither root nor is there sudo. As root run:" >&2
            echo "  apt-get install ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${#missing[@]} packages with ${as_root[*]:+sudo }apt-get: ${missing[*]}" >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq </dev/null >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "${missing[@]}" </dev/null >&2
}
