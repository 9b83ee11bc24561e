/** The preview of a stage's email, for the server, which draws it at once. */
export { StageMailPreview } from "#app/list/bulk/stage-mail-preview";
