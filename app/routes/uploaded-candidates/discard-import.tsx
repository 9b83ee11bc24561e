import { titledOver } from "#app/shell/titled";

/** The dialog that undoes an import discards one too, by its address. why a module: each route has its own. */
export {
	action,
	clientAction,
	default,
	ErrorBoundary,
	handle,
	loader,
	shouldRevalidate,
} from "#app/routes/uploaded-candidates/undo-import";

export const meta = titledOver("Discard import");
