#include "stickslip/sim/trajectory.hpp"

#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace stickslip::sim::trajectory_test {
namespace {

// Two records in which every number differs, so that a column taken from the wrong place shows.
const Trajectory two_records{.t = {1.0, 21.0},
                             .normal_force = {2.0, 22.0},
                             .pose = {{3.0, 4.0, 5.0}, {23.0, 24.0, 25.0}},
                             .error = {{6.0, 7.0, 8.0}, {26.0, 27.0, 28.0}},
                             .twist = {{9.0, 10.0, 11.0}, {29.0, 30.0, 31.0}},
                             .wrench = {{12.0, 13.0, 14.0}, {32.0, 33.0, 34.0}},
                             .bristles = {},
                             .steps = 0,
                             .report = {}};

TEST(TrajectoryFields, ReadTheMembersInTheOrderOfTheStruct) {
  double expected = 1.0;
  for (const TrajectoryField& field : trajectory_fields) {
    for (std::size_t i = 0; i < field.width(); ++i, ++expected) {
      EXPECT_EQ(field.entry(two_records, 0, i), expected) << field.name;
      EXPECT_EQ(field.entry(two_records, 1, i), expected + 20.0) << field.name;
    }
  }
  EXPECT_EQ(expected, 15.0);
}

TEST(TrajectoryFields, AreNamedApartAndHaveUnits) {
  std::set<std::string_view> fields, columns;
  for (const TrajectoryField& field : trajectory_fields) {
    EXPECT_TRUE(fields.insert(field.name).second) << field.name;
    EXPECT_FALSE(field.meaning.empty());
    for (std::size_t i = 0; i < field.width(); ++i) {
      EXPECT_TRUE(columns.insert(field.columns[i].name).second) << field.columns[i].name;
      EXPECT_FALSE(field.columns[i].unit.empty());
    }
  }
}

}  // namespace
}  // namespace stickslip::sim::trajectory_test
