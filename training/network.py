"""The network: log-mels -> two strided convolutions (80 ms steps) -> two recurrent layers -> two heads."""
import torch
import torch.nn as nn

CLASSES, BANDS = 8, 40
MEL_OFFSET, MEL_SCALE = 5.0, 0.25
REPEAT_OFFSET, REPEAT_SCALE = 0.65, 8.0


class Network(nn.Module):
    def __init__(self, width=128, second=96):
        super().__init__()
        self.conv1 = nn.Conv1d(BANDS, 64, 5, stride=2)
        self.conv2 = nn.Conv1d(64, 96, 3, stride=2)
        self.gru1 = nn.GRU(97, width, batch_first=True)
        self.gru2 = nn.GRU(width, second, batch_first=True)
        self.classes = nn.Linear(second, CLASSES)
        self.person = nn.Linear(second, 1)

    def forward(self, mel, repeat, state=None, drop=0.0):
        """mel [batch, 4 * steps, 40] as ln energies, repeat [batch, steps] -> class and person logits per step."""
        x = ((mel + MEL_OFFSET) * MEL_SCALE).transpose(1, 2)
        x = torch.relu(self.conv1(nn.functional.pad(x, (3, 0))))
        x = torch.relu(self.conv2(nn.functional.pad(x, (1, 0)))).transpose(1, 2)
        x = torch.cat([x, ((repeat - REPEAT_OFFSET) * REPEAT_SCALE).unsqueeze(2)], 2)
        x = nn.functional.dropout(x, drop, self.training)
        first, second = state or (None, None)
        x, first = self.gru1(x, first)
        x = nn.functional.dropout(x, drop, self.training)
        x, second = self.gru2(x, second)
        x = nn.functional.dropout(x, drop, self.training)
        return self.classes(x), self.person(x).squeeze(2), (first, second)
