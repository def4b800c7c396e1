// Beside the file that includes it.
