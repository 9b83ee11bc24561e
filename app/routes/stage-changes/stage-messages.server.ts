/** What a stage sends, for the server, which needs it at once. */
export { StageMessages } from "#app/routes/stage-changes/stage-messages";
