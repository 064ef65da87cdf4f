#include "stickslip/geometry/hull.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <libqhull_r/qhull_ra.h>

namespace stickslip::geometry {

namespace {

// Qhull writes what it has to say to a file: this one is in memory.
class Message {
 public:
  Message() : file_(open_memstream(&text_, &size_)) {
    if (file_ == nullptr) throw std::bad_alloc();
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
  ~Message() {
    static_cast<void>(std::fclose(file_));
    std::free(text_);  // NOLINT(cppcoreguidelines-no-malloc): made by open_memstream
  }

  FILE* file() const noexcept { return file_; }
  // What went wrong; what Qhull advises after that is for users of its program.
  std::string first_line() const {
    if (std::fflush(file_) != 0 || text_ == nullptr) return {};
    const std::string all(text_, size_);
    return all.substr(0, all.find('\n'));
  }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  FILE* file_;
};

// One run of Qhull, which keeps all it knows in a qhT.
class Run {
 public:
  // Row-major points, which must outlive the run.
  Run(std::vector<double>& points, int dimension, std::string options) : state_(std::make_unique<qhT>()) {
    qh_zero(state_.get(), message_.file());
    const int count = static_cast<int>(points.size()) / dimension;
    const int failed =
        qh_new_qhull(state_.get(), dimension, count, points.data(), False, options.data(), nullptr, message_.file());
    if (failed != 0) {
      error_ = "convex hull of " + std::to_string(count) + " points in " + std::to_string(dimension) +
               " dimensions failed: " + message_.first_line();
    }
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    int blocks = 0, bytes = 0;
    qh_freeqhull(state_.get(), False);  // short blocks are freed together, next
    qh_memfreeshort(state_.get(), &blocks, &bytes);
  }

  const std::string& error() const noexcept { return error_; }  // empty if there is none

  std::vector<Corners> facets() const {
    std::vector<Corners> all;
    for (const facetT* facet = state_->facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next) {
      Corners& corners = all.emplace_back();
      for (const setelemT* item = facet->vertices->e; item->p != nullptr; ++item)
        corners.push_back(qh_pointid(state_.get(), static_cast<const vertexT*>(item->p)->point));
      std::sort(corners.begin(), corners.end());
    }
    return all;
  }

 private:
  Message message_;
  std::unique_ptr<qhT> state_;
  std::string error_;
};

std::vector<double> row_major(const Eigen::MatrixXd& points) {
  std::vector<double> rows(static_cast<std::size_t>(points.size()));
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<RowMajor>(rows.data(), points.rows(), points.cols()) = points;
  return rows;
}

constexpr const char* move_points = "qhull QJ Pp";  // no warning of narrow hulls

}  // namespace

std::vector<Corners> hull_facets(const Eigen::MatrixXd& points) {
  const int dimension = static_cast<int>(points.cols());
  std::vector<double> rows = row_major(points);
  // Merge what rounding makes concave: while facets are made in few dimensions, afterwards in many.
  const Run merged(rows, dimension, dimension <= 4 ? "qhull C-0 Pp" : "qhull Qx Pp");
  if (merged.error().empty()) return merged.facets();
  const Run moved(rows, dimension, move_points);
  if (moved.error().empty()) return moved.facets();
  throw std::runtime_error(merged.error());
}

std::vector<Corners> hull_simplices(const Eigen::MatrixXd& points) {
  std::vector<double> rows = row_major(points);
  const Run moved(rows, static_cast<int>(points.cols()), move_points);
  if (!moved.error().empty()) throw std::runtime_error(moved.error());
  return moved.facets();
}

}  // namespace stickslip::geometry
