/** The SMS of a stage, for the server, which draws it at once. */
export { StageSms } from "#app/routes/stage-changes/stage-sms";
