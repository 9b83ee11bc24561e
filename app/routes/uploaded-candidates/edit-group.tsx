import { titledOver } from "#app/shell/titled";

/** The dialog of a new group edits a group too: its address names one. why a module: each route has its own. */
export {
	action,
	clientAction,
	default,
	ErrorBoundary,
	handle,
	loader,
	shouldRevalidate,
} from "#app/routes/uploaded-candidates/new-group";

export const meta = titledOver("Edit candidate group");
