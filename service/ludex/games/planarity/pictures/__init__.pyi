from . import drawings as drawings
from . import formula_drawings as formula_drawings
from . import plots as plots
from . import study_plots as study_plots
