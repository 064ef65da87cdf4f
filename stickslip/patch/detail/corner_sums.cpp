// Compiled for speed: see kernel_target.hpp.
#include "stickslip/patch/detail/corner_sums.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::patch::detail {

namespace {

// Complex numbers on a raster; the numbers of rows and of columns are powers of two, at least `lanes`.
struct Plane {
  Plane(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), re(row_count * column_count), im(row_count * column_count) {}

  std::size_t rows, columns;
  std::vector<double> re, im;
};

// So many lines of a plane are transformed at a time, side by side: one vector or two of them.
constexpr std::size_t lanes = 16;

// Lines of numbers, entry by entry, and the roots of one that their transform needs.
struct Lines {
  explicit Lines(std::size_t length) : re(length * lanes), im(length * lanes), cosine(length / 2), sine(length / 2) {
    for (std::size_t k = 0; k < length / 2; ++k) {
      const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(length);
      cosine[k] = std::cos(angle);
      sine[k] = std::sin(angle);
    }
  }

  std::vector<double> re, im;
  std::vector<double> cosine, sine;
};

// Σ x_a e^{−2πi ja/N} of each line, j in bit-reversed order, halving from the top.
STICKSLIP_KERNEL void transform(Lines& lines) noexcept {
  const std::size_t length = lines.re.size() / lanes;
  for (std::size_t half = length / 2, step = 1; half > 0; half /= 2, step *= 2) {
    for (std::size_t start = 0; start < length; start += 2 * half) {
      for (std::size_t k = 0; k < half; ++k) {
        const double c = lines.cosine[k * step], s = -lines.sine[k * step];
        double* const a_re = &lines.re[(start + k) * lanes];
        double* const a_im = &lines.im[(start + k) * lanes];
        double* const b_re = a_re + half * lanes;
        double* const b_im = a_im + half * lanes;
#pragma omp simd
        for (std::size_t i = 0; i < lanes; ++i) {
          const double re = a_re[i] - b_re[i], im = a_im[i] - b_im[i];
          a_re[i] += b_re[i];
          a_im[i] += b_im[i];
          b_re[i] = c * re - s * im;
          b_im[i] = c * im + s * re;
        }
      }
    }
  }
}

// Back from the bit-reversed order, N times as large.
STICKSLIP_KERNEL void transform_back(Lines& lines) noexcept {
  const std::size_t length = lines.re.size() / lanes;
  for (std::size_t half = 1, step = length / 2; half < length; half *= 2, step /= 2) {
    for (std::size_t start = 0; start < length; start += 2 * half) {
      for (std::size_t k = 0; k < half; ++k) {
        const double c = lines.cosine[k * step], s = lines.sine[k * step];
        double* const a_re = &lines.re[(start + k) * lanes];
        double* const a_im = &lines.im[(start + k) * lanes];
        double* const b_re = a_re + half * lanes;
        double* const b_im = a_im + half * lanes;
#pragma omp simd
        for (std::size_t i = 0; i < lanes; ++i) {
          const double re = c * b_re[i] - s * b_im[i], im = c * b_im[i] + s * b_re[i];
          b_re[i] = a_re[i] - re;
          b_im[i] = a_im[i] - im;
          a_re[i] += re;
          a_im[i] += im;
        }
      }
    }
  }
}

// Transforms all rows and all columns. `along`: entries of a line lie so far apart, lines `across`.
template <class Transform>
void for_lines(Plane& plane, std::size_t length, std::size_t along, std::size_t count, std::size_t across,
               const Transform& transform_lines, const Progress& progress) {
  Lines lines(length);
  for (std::size_t first = 0; first < count; first += lanes) {
    for (std::size_t k = 0; k < length; ++k) {
      for (std::size_t i = 0; i < lanes; ++i) {
        lines.re[k * lanes + i] = plane.re[k * along + (first + i) * across];
        lines.im[k * lanes + i] = plane.im[k * along + (first + i) * across];
      }
    }
    transform_lines(lines);
    for (std::size_t k = 0; k < length; ++k) {
      for (std::size_t i = 0; i < lanes; ++i) {
        plane.re[k * along + (first + i) * across] = lines.re[k * lanes + i];
        plane.im[k * along + (first + i) * across] = lines.im[k * lanes + i];
      }
    }
    progress(static_cast<double>(first + lanes) / static_cast<double>(count));
  }
}

template <class Transform>
void for_all_lines(Plane& plane, const Transform& transform_lines, const Progress& progress) {
  for_lines(plane, plane.columns, 1, plane.rows, plane.columns, transform_lines,
            [&](double share) { progress(0.5 * share); });
  for_lines(plane, plane.rows, plane.columns, plane.columns, 1, transform_lines,
            [&](double share) { progress(0.5 + 0.5 * share); });
}

STICKSLIP_KERNEL void multiply(Plane& a, const Plane& b) noexcept {
  const std::size_t size = a.re.size();
#pragma omp simd
  for (std::size_t i = 0; i < size; ++i) {
    const double re = a.re[i] * b.re[i] - a.im[i] * b.im[i];
    a.im[i] = a.re[i] * b.im[i] + a.im[i] * b.re[i];
    a.re[i] = re;
  }
}

// Enough for every distance between a cell and a corner, so that none comes round from the other side.
std::size_t padded(int cells) {
  return std::max(std::bit_ceil(2 * static_cast<std::size_t>(cells)), lanes);
}

}  // namespace

CornerSums corner_sums(const EvenRaster& raster, const std::vector<double>& weight, const Progress& progress) {
  const std::size_t rows = padded(raster.rows), columns = padded(raster.columns);
  const auto part = [&progress](int number) {
    return Progress([&progress, number](double share) { progress((number + share) / 5.0); });
  };
  const auto there = [](Lines& lines) { transform(lines); };
  const auto back = [](Lines& lines) { transform_back(lines); };

  Plane spectrum(rows, columns);
  const auto across = static_cast<std::size_t>(raster.columns);
  for (std::size_t row = 0; row < static_cast<std::size_t>(raster.rows); ++row) {
    std::copy_n(&weight[row * across], across, &spectrum.re[row * columns]);
  }
  for_all_lines(spectrum, there, part(0));

  // contribution(index, d) of a load of 1 to the corner that is so many lines up and right of its cell's lower left one.
  Plane sums(rows, columns);
  const auto convolve = [&](const auto& contribution, int number) {
    std::fill(sums.re.begin(), sums.re.end(), 0.0);
    std::fill(sums.im.begin(), sums.im.end(), 0.0);
    for (int up = 1 - raster.rows; up <= raster.rows; ++up) {
      for (int right = 1 - raster.columns; right <= raster.columns; ++right) {
        const std::size_t row = (static_cast<std::size_t>(up) + rows) % rows;
        const std::size_t column = (static_cast<std::size_t>(right) + columns) % columns;
        contribution(row * columns + column, (0.5 - right) * raster.width, (0.5 - up) * raster.height);
      }
    }
    for_all_lines(sums, there, part(number));
    multiply(sums, spectrum);
    for_all_lines(sums, back, part(number + 1));
  };
  const double per_size = 1.0 / static_cast<double>(rows * columns);
  const auto at_corners = [&](const std::vector<double>& values) {
    std::vector<double> out;
    out.reserve(static_cast<std::size_t>(raster.rows + 1) * static_cast<std::size_t>(raster.columns + 1));
    for (std::size_t row = 0; row <= static_cast<std::size_t>(raster.rows); ++row) {
      for (std::size_t column = 0; column <= static_cast<std::size_t>(raster.columns); ++column) {
        out.push_back(per_size * values[row % rows * columns + column % columns]);
      }
    }
    return out;
  };

  CornerSums result;
  // Weights are real: two real sums at once, as parts of a complex one.
  convolve(
      [&](std::size_t i, double x, double y) {
        const double distance = std::hypot(x, y);
        sums.re[i] = x / distance;
        sums.im[i] = y / distance;
      },
      1);
  result.along_x = at_corners(sums.re);
  result.along_y = at_corners(sums.im);
  convolve([&](std::size_t i, double x, double y) { sums.re[i] = std::hypot(x, y); }, 3);
  result.distance = at_corners(sums.re);
  return result;
}

}  // namespace stickslip::patch::detail
