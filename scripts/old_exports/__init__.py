"""What the exports of version 0.1 are today: read by scripts/convert-old-export."""
