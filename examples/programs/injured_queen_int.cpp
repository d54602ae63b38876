// Injured Queen, wrong: counts are kept in 32 bits, too few for large boards (overflow).
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string board;
    while (std::cin >> board) {
        const int n = board.size();
        std::vector<unsigned> ways(n, 1);
        for (int column = 0; column < n; column++) {
            std::vector<unsigned> next(n, 0);
            for (int row = 0; row < n; row++)
                for (int before = 0; before < n; before++)
                    if (column == 0 ? before == row : std::abs(before - row) > 1) next[row] += ways[before];
            if (board[column] != '?') {
                const int fixed = board[column] <= '9' ? board[column] - '1' : board[column] - 'A' + 9;
                for (int row = 0; row < n; row++)
                    if (row != fixed) next[row] = 0;
            }
            ways = next;
        }
        unsigned count = 0;
        for (unsigned one : ways) count += one;
        std::cout << count << "\n";
    }
}
