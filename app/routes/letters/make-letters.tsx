import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { BatchSelect } from "#app/list/bulk/batch-preview";
import { DetailBatchDialog } from "#app/list/bulk/bulk-dialog";
import { loadLettersPreview, makeOfferLetters } from "#app/routes/letters/make-letters.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";

export const loader = (args: LoaderFunctionArgs) => loadLettersPreview(args);

export const action = (args: ActionFunctionArgs) => makeOfferLetters(args);

/** Sends the form from its dialog, which stays where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

/** Make Offer Letters for a selection. */
const MakeLetters = () => {
	const { chosen, to, templates, preview, idempotencyKey } = useLoaderData<typeof loader>();
	return (
		<DetailBatchDialog
			title="Make Offer Letters"
			path="letters"
			name="templateId"
			chosen={chosen}
			kind="letter"
			preview={preview}
			idempotencyKey={idempotencyKey}
			answer={useKeptAnswer<typeof action>()}
			submitLabel="Make letters"
		>
			<BatchSelect
				label="Template"
				placeholder="Choose a template"
				options={templates.map(({ id, name }) => ({ value: id, label: name }))}
				chosen={to}
			/>
		</DetailBatchDialog>
	);
};
export default MakeLetters;

export const ErrorBoundary = () => <ProblemPage />;
