#include "stickslip/numerics/singular_values.hpp"

template class Eigen::JacobiSVD<Eigen::MatrixXd>;
