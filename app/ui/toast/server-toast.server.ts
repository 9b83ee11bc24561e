/** The toast of a page, for the server, which needs it at once. */
export { ServerToast } from "#app/ui/toast/server-toast";
