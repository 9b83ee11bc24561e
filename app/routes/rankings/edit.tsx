import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { readEditor, readScheme, saveScheme } from "#app/routes/rankings/editor.server";
import { SchemeEditor } from "#app/routes/rankings/scheme-editor";
import { typedScheme } from "#app/routes/rankings/typed-scheme.server";
import { useSchemeAnswer } from "#app/routes/rankings/use-scheme-answer";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { PageHeader } from "#app/ui/page/page-header";
import { updateRankingScheme } from "#worker/services/rankings/contract";

export const meta = titled("Edit ranking scheme");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, updateRankingScheme);
	const scheme = await readScheme(api, args.params.recordId ?? "");
	const typed = typedScheme(scheme);
	return json({
		id: scheme.id,
		name: scheme.name,
		version: scheme.version,
		typed,
		editor: await readEditor(api, scheme.applicationId, typed),
		idempotencyKey: crypto.randomUUID(),
	});
};

export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, updateRankingScheme);
	const { id, applicationId } = await readScheme(api, args.params.recordId ?? "");
	return saveScheme(args, { applicationId, id });
};

export const clientAction = keepPage<typeof action>(({ problem }) => ({ error: problem.error }));

// why nothing: what a colleague saves meanwhile must not replace what is typed.
export const { handle, shouldRevalidate } = shows({});

const EditRankingScheme = () => {
	const { id, name, version, typed, editor, ...loaded } = useLoaderData<typeof loader>();
	const { orgName } = useShell();
	const kept = useKeptAnswer<typeof action>();
	const { answer, error, formKey } = useSchemeAnswer(kept);
	const idempotencyKey = useKeptKey(loaded.idempotencyKey, kept);
	const back = `/${orgName}/rankings/${id}`;
	return (
		<div className="grid max-w-4xl grid-cols-1 gap-4">
			<PageHeader back={{ to: back, label: name }} title="Edit ranking scheme" description={editor.application.name} />
			<SchemeEditor
				key={formKey}
				answer={answer}
				error={error}
				idempotencyKey={idempotencyKey}
				version={version}
				typed={answer?.typed ?? typed}
				editor={answer?.editor ?? editor}
				cancelTo={back}
			/>
		</div>
	);
};
export default EditRankingScheme;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
