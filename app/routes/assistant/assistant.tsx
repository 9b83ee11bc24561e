import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Trophy } from "lucide-react";
import { useRef } from "react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { ApplicationPicker } from "#app/list/application-picker";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { NoApplications } from "#app/list/no-applications";
import { askedSearch, readAsked } from "#app/routes/assistant/address";
import { nameOf, newCriterion, type TypedCriteria } from "#app/routes/assistant/condition-names";
import { CriteriaEditor, type EditorAnswer } from "#app/routes/assistant/criteria-editor";
import { editorOf } from "#app/routes/assistant/editor.server";
import { findPlace } from "#app/routes/assistant/find-place.server";
import { JudgedResult } from "#app/routes/assistant/judged-result";
import { type LoadedAssistant, loadAssistant } from "#app/routes/assistant/load-assistant.server";
import {
	criteriaIn,
	freshCondition,
	readTyped,
	withCondition,
	withoutCondition,
} from "#app/routes/assistant/typed-criteria.server";
import { ReadingNotes, WordsForm } from "#app/routes/assistant/words-form";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { fieldText } from "#app/ui/form/field-text";
import { PageHeader } from "#app/ui/page/page-header";
import { TextLink } from "#app/ui/text-link";
import { askAssistant, readAssistant, readWords } from "#worker/services/assistant/contract";
import { retryTask } from "#worker/services/tasks/contract";

const title = "Process applicants with the assistant";

export const meta = titled(title);

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, readAssistant);
	return json({
		shown: await loadAssistant(args, api, `/${orgName}/process-ai`),
		mayMove: mayCall(user, may.changeApplicants),
		idempotencyKey: crypto.randomUUID(),
	});
};

const addField = "add-what";

type Answer = Partial<EditorAnswer> & { error?: string };

/** Judges the applicants by the criteria of the form, or answers a button that adds or removes a condition in it. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, askAssistant);
	const here = `/${orgName}/process-ai`;
	const form = await readSignedInForm(args.request, args.context);
	const asked = readAsked(new URL(args.request.url).searchParams);
	if (!asked?.application) throw refusal("invalid_query");
	const intent = fieldText(form.get("intent"));
	if (intent === "retry") {
		const tried = await api.call(retryTask, { params: { id: fieldText(form.get("taskId")) } });
		if (tried.ok) return redirect(here + askedSearch(asked));
		return json<Answer>({ error: tried.problem.error }, { status: httpStatus(tried.problem) });
	}
	const words = orThrow(await api.call(readWords, { query: { app_id: asked.application } }));
	const typed = readTyped(form);
	const answer = (shown: TypedCriteria, more: Partial<EditorAnswer>, status = 200) =>
		json<Answer>(
			{
				editor: editorOf(shown, words),
				errors: {},
				formErrors: [],
				focus: null,
				said: null,
				...more,
				stamp: crypto.randomUUID(),
			},
			{ status },
		);
	if (intent.startsWith("remove "))
		return answer(withoutCondition(typed, intent.slice("remove ".length)), {
			focus: addField,
			said: "Condition removed",
		});
	if (intent === "add") {
		const what = fieldText(form.get("add-what"));
		const isKnown = editorOf([], words).kinds.some(({ kinds }) => kinds.some((kind) => kind.what === what));
		if (!isKnown) return answer(typed, { formErrors: ["Choose what the condition is about."], focus: addField }, 422);
		const added = withCondition(typed, fieldText(form.get("add-where")) || newCriterion, freshCondition(what));
		return answer(added.typed, { focus: nameOf(added.place), said: "Condition added" });
	}
	if (typed.length === 0) return answer(typed, { formErrors: ["Add a condition first."], focus: addField }, 422);
	const read = criteriaIn(typed, findPlace);
	if (!read.ok) return answer(typed, { errors: read.errors }, 422);
	const prompt = fieldText(form.get("prompt")).trim();
	const begun = await api.call(
		askAssistant,
		{
			body: {
				app_id: asked.application,
				stage_id: fieldText(form.get("stage")) || undefined,
				prompt: prompt || undefined,
				criteria: read.criteria,
			},
		},
		{ idempotencyKey: idempotencyKeyIn(form) },
	);
	if (!begun.ok) {
		const { fields = {}, error } = begun.problem;
		return answer(typed, { formErrors: [Object.values(fields)[0]?.[0] ?? error] }, httpStatus(begun.problem));
	}
	const session = begun.value.session_id ?? undefined;
	return redirect(here + askedSearch({ application: asked.application, session }));
};

export const clientAction = keepPage<typeof action>(({ problem }) => ({ error: problem.error }));

export const { handle, shouldRevalidate } = shows({ tasks: true });

/** Says in words who is looked for, shows what was understood as criteria, and who meets them (§2 /process-ai). */
const Assistant = () => {
	const { shown, mayMove, idempotencyKey } = useLoaderData<typeof loader>();
	if (!shown)
		return (
			<>
				<PageHeader title={title} />
				<NoApplications className="mt-4">
					Applicants appear here as soon as the institution opens an application.
				</NoApplications>
			</>
		);
	return <Shown shown={shown as LoadedAssistant} mayMove={mayMove} idempotencyKey={idempotencyKey} />;
};
export default Assistant;

interface ShownProps {
	shown: LoadedAssistant;
	mayMove: boolean;
	idempotencyKey: string;
}

const Shown = ({ shown, mayMove, ...given }: ShownProps) => {
	const { orgName } = useShell();
	const { here, asked, application, reading, result, prompt, stage, last } = shown;
	const answer: Answer | undefined = useKeptAnswer<typeof action>();
	const idempotencyKey = useKeptKey(given.idempotencyKey, answer);
	const edited = shown.editor !== null && answer?.editor ? (answer as EditorAnswer) : undefined;
	const { key, editor } = useKeptEditor(
		edited
			? { key: edited.stamp, editor: edited.editor }
			: { key: `${asked.q} ${asked.translator} ${asked.session} ${asked.saved}`, editor: shown.editor },
		answer,
	);
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader
				title={title}
				description="Describe who you are looking for. Your words become criteria that you can change, and the criteria decide."
				actions={
					<LinkButton to={`/${orgName}/rankings`} icon={Trophy}>
						Rankings
					</LinkButton>
				}
				context={
					<ApplicationPicker
						key={application.id}
						application={{ id: application.id, title: application.name }}
						findPath={`/${orgName}/applicants/applications`}
						findSearch={`?application=${application.id}&for=process-ai`}
						toOf={(id) => here + askedSearch({ application: id })}
					/>
				}
			/>
			{result ? (
				<JudgedResult shown={shown} result={result} mayMove={mayMove} error={answer?.error} />
			) : (
				<>
					<WordsForm {...shown} />
					{shown.saved.length > 0 && !reading && <Saved here={here} asked={asked} saved={shown.saved} />}
					{reading && <ReadingNotes reading={reading} />}
					{editor && (reading === null || reading.hasCriteria || asked.by || edited) && (
						<section aria-labelledby="criteria" className="grid gap-3">
							<h2 id="criteria" className="font-medium">
								Criteria
							</h2>
							<CriteriaEditor
								// why: a form that came back with a condition more or less begins with what was sent.
								key={key}
								editor={editor}
								answer={edited ?? (answer?.error ? unsent(editor, answer.error) : undefined)}
								idempotencyKey={idempotencyKey}
								to={here + askedSearch(asked)}
								kept={{ prompt, stage }}
							/>
						</section>
					)}
					{!editor && last && (
						<p className="text-text-2">
							Your last list:{" "}
							<TextLink to={here + askedSearch({ application: application.id, session: last.session })}>
								{last.text}
							</TextLink>
						</p>
					)}
				</>
			)}
			<Outlet />
		</div>
	);
};

/** Criteria that were saved under a name, to begin with. */
const Saved = ({ saved, here, asked }: Pick<LoadedAssistant, "saved" | "here" | "asked">) => (
	<nav aria-label="Saved criteria" className="flex flex-wrap items-center gap-x-3 gap-y-1">
		<span className="text-text-2">Saved criteria:</span>
		{saved.map(({ id, name, isUsed }) => (
			<TextLink
				key={id}
				to={here + askedSearch({ application: asked.application, stage: asked.stage, saved: id })}
				aria-current={isUsed ? "true" : undefined}
				className="[overflow-wrap:anywhere] aria-current:font-medium"
				preventScrollReset
			>
				{name}
			</TextLink>
		))}
		<TextLink to={`${here}/views`}>Manage</TextLink>
	</nav>
);

interface KeptEditor {
	key: string;
	editor: EditorAnswer["editor"] | null;
}

/** Returns the form to show. why kept: where no answer came, it stays as it is, with everything that is typed in it. */
const useKeptEditor = (now: KeptEditor, answer: Answer | undefined): KeptEditor => {
	const kept = useRef(now);
	if (!answer?.error) kept.current = now;
	return kept.current;
};

/** The form as it stands, with why it was not answered. */
const unsent = (editor: EditorAnswer["editor"], error: string): EditorAnswer => ({
	editor,
	errors: {},
	formErrors: [error],
	focus: null,
	said: null,
	stamp: error,
});

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
