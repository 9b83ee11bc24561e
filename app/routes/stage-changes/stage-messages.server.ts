/** Exports the messages for the server, which renders them at once; the browser loads them when they are needed. */
export { StageMessages } from "#app/routes/stage-changes/stage-messages";
