import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { addNote } from "#worker/services/notes/add-note";
import * as contract from "#worker/services/notes/contract";

export const notesRoutes = (app: App): void =>
	serve(app, contract.addNote, (ctx, { params, body }) => addNote(ctx, params.id, body));
