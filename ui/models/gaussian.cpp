// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/gaussian.h"

#include "core/privacy/gaussian_dp.h"

namespace parsimony::ui {

double epsilonOf(double mu, double delta) {
    return parsimony::epsilonOf(Mu{mu}, Delta{delta}).value();
}
double muOf(double epsilon, double delta) {
    return parsimony::muOf(Epsilon{epsilon}, Delta{delta}).value();
}
double deltaOf(double epsilon, double mu) {
    return parsimony::deltaOf(Mu{mu}, Epsilon{epsilon}).value();
}

} // namespace parsimony::ui
