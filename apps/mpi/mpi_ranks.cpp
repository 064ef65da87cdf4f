#include "mpi_ranks.hpp"

#include <utility>

namespace stickslip::mpi {

namespace {

constexpr int tag = 19;

}  // namespace

// What goes wrong within MPI ends all processes: that is its rule unless told otherwise.

MpiRanks::MpiRanks() {
  int provided = 0;  // the least that there is suffices: other threads compute, and do not call MPI
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

// Requests outlive the function that makes them, where the checker does not follow: receive() and the end wait for them.
// NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker)
MpiRanks::~MpiRanks() {
  for (Letter& letter : on_the_way_) MPI_Wait(&letter.request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}

void MpiRanks::send(int to, std::string bytes) {
  Letter& letter = on_the_way_.emplace_back(Letter{std::move(bytes), MPI_REQUEST_NULL});
  MPI_Isend(letter.bytes.data(), static_cast<int>(letter.bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD,
            &letter.request);
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)

std::optional<sweep::RankMessage> MpiRanks::receive() {
  int has_left = 1;
  while (!on_the_way_.empty()) {
    MPI_Test(&on_the_way_.front().request, &has_left, MPI_STATUS_IGNORE);
    if (has_left == 0) break;
    on_the_way_.pop_front();
  }
  int is_there = 0;
  MPI_Message message{};
  MPI_Status status{};
  MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &is_there, &message, &status);
  if (is_there == 0) return {};
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  sweep::RankMessage letter{status.MPI_SOURCE, std::string(static_cast<std::size_t>(count), '\0')};
  MPI_Mrecv(letter.bytes.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  return letter;
}

}  // namespace stickslip::mpi
