/** The page of an error, for the server, which needs it at once. */
export { ProblemView } from "#app/shell/problem-view";
