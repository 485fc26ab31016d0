// SPDX-License-Identifier: Apache-2.0
// Plays the worked cycle tables of tests/tables (format: README.md there) against a router behind the block contract.
#ifndef FLITLOCK_TESTS_SUPPORT_TABLE_PLAYER_H
#define FLITLOCK_TESTS_SUPPORT_TABLE_PLAYER_H

#include <map>
#include <string>
#include <vector>

#include <flitlock/router.h>

namespace flitlock_test {

struct TablePacket {
  flitlock_flit header{};  // of the whole packet: vc, units, seq, head, tail are those of a lane
  std::vector<uint8_t> bytes;
};

struct Table {
  std::string path, title, text;  // `text` is the whole file
  std::string error;              // empty: the file was understood
  flitlock_router_params params{};
  std::map<std::string, unsigned> port;       // by name
  std::map<std::string, TablePacket> packet;  // by letter
  std::vector<std::string> column;
  std::vector<std::vector<std::string>> row;  // cells by column; row r is cycle r
};

// All tests/tables/*.txt, sorted by name. What is wrong with a file is in its `error`.
std::vector<Table> read_tables();
Table parse_table(const std::string &path, const std::string &text);

// Steps a router made with `ops` through the stimulus of the table (columns "in" and "credit in") and compares every
// output of every port in every cycle with the columns "out" and "credit out": presence, every field, payload, counts.
// Empty: as the table says. `rows` counts the cycles compared.
std::string play_table(const Table &table, const flitlock_block_ops &ops, unsigned *rows = nullptr);

// Compares all other columns (moves, buffers, credits, pointers) with the reference router.
std::string play_table_inside(const Table &table);
// What the reference router makes of the stimulus: every column, by row. For the author of a table.
std::vector<std::map<std::string, std::string>> table_by_reference(const Table &table);

}  // namespace flitlock_test

#endif
