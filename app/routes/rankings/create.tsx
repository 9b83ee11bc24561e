import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { ApplicationPicker } from "#app/list/application-picker";
import { findDefaultApplication } from "#app/list/find-default-application.server";
import { NoApplications } from "#app/list/no-applications";
import { readEditor, saveScheme } from "#app/routes/rankings/editor.server";
import { SchemeEditor } from "#app/routes/rankings/scheme-editor";
import { freshScheme } from "#app/routes/rankings/typed-scheme.server";
import { useSchemeAnswer } from "#app/routes/rankings/use-scheme-answer";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { PageHeader } from "#app/ui/page/page-header";
import { createRankingScheme } from "#worker/services/rankings/contract";

const title = "New ranking scheme";
export const meta = titled(title);

const asked = ({ request }: LoaderFunctionArgs) => new URL(request.url).searchParams.get("application") ?? undefined;

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, createRankingScheme);
	const id = asked(args) ?? (await findDefaultApplication(api))?.id;
	const typed = freshScheme();
	const editor = id === undefined ? null : await readEditor(api, id, typed);
	return json({ typed, editor, idempotencyKey: crypto.randomUUID() });
};

export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, createRankingScheme);
	const applicationId = asked(args) ?? (await findDefaultApplication(api))?.id;
	if (applicationId === undefined) throw refusal("not_found");
	return saveScheme(args, { applicationId });
};

export const clientAction = keepPage<typeof action>(({ problem }) => ({ error: problem.error }));

export const { handle, shouldRevalidate } = shows({});

const NewRankingScheme = () => {
	const loaded = useLoaderData<typeof loader>();
	const { orgName } = useShell();
	const kept = useKeptAnswer<typeof action>();
	const { answer, error, formKey } = useSchemeAnswer(kept);
	const idempotencyKey = useKeptKey(loaded.idempotencyKey, kept);
	const back = `/${orgName}/rankings`;
	const editor = answer?.editor ?? loaded.editor;
	return (
		<div className="grid max-w-4xl grid-cols-1 gap-4">
			<PageHeader
				back={{ to: back, label: "Rankings" }}
				title={title}
				context={
					editor && (
						<ApplicationPicker
							key={editor.application.id}
							application={{ id: editor.application.id, title: editor.application.name }}
							findPath={`/${orgName}/applicants/applications`}
							findSearch={`?application=${editor.application.id}&for=rankings/new`}
							toOf={(id) => `${back}/new?application=${id}`}
						/>
					)
				}
			/>
			{editor ? (
				<SchemeEditor
					key={formKey}
					editor={editor}
					answer={answer}
					error={error}
					idempotencyKey={idempotencyKey}
					typed={answer?.typed ?? loaded.typed}
					version={null}
					cancelTo={back}
				/>
			) : (
				<NoApplications>Applicants can be ranked as soon as the institution opens an application.</NoApplications>
			)}
		</div>
	);
};
export default NewRankingScheme;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
