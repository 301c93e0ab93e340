/** Estimator where nobody names one. Here, because bindings of the twin have it as well as questions of people. */
export const DEFAULT_ESTIMATOR = "linear";
