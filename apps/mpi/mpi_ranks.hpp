// Ranks of a study that are processes of MPI.
#pragma once

#include <deque>
#include <string>

#include <mpi.h>

#include "stickslip/sweep/ranks.hpp"

namespace stickslip::mpi {

// Of all processes that were started together. MPI begins and ends with it; its calls come from the thread that made it.
class MpiRanks final : public sweep::Ranks {
 public:
  MpiRanks();
  // Waits until what was sent has left, and for the other ranks to come to the same point.
  ~MpiRanks() override;
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;
  MpiRanks(MpiRanks&&) = delete;
  MpiRanks& operator=(MpiRanks&&) = delete;

  int rank() const noexcept override { return rank_; }
  int size() const noexcept override { return size_; }
  void send(int to, std::string bytes) override;
  std::optional<sweep::RankMessage> receive() override;

 private:
  struct Letter {
    std::string bytes;
    MPI_Request request;
  };

  int rank_ = 0, size_ = 1;
  std::deque<Letter> on_the_way_;  // MPI reads the bytes until they have left
};

}  // namespace stickslip::mpi
