"""Operations: metrics, logs, error reports, sweeps and background processes."""
