import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { readAll } from "#app/api/read-all";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { idempotencyKey } from "#app/list/idempotency-key";
import { RecordInput } from "#app/records/record-field";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import {
	copyDesign,
	createDesign,
	getDesign,
	listDesigns,
	listStarters,
	startDesign,
	starterIds,
} from "#worker/services/form-designs/contract";

export const meta = titledOver("New form");

/** Loads what a form can begin with: starters, and the forms that there are. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, createDesign);
	const chosen = new URL(args.request.url).searchParams.get("beginning") ?? "";
	const copied = copiedBy(chosen);
	const [{ starters }, designs] = await Promise.all([
		api.call(listStarters, {}).then(orThrow),
		readAll((query) => api.call(listDesigns, { query })).then(orThrow),
		// why: a form that does not exist is not copied as if no beginning had been chosen.
		copied ? api.call(getDesign, { params: { id: copied } }).then(orThrow) : null,
	]);
	return json({
		closeTo: `/${orgName}/forms`,
		chosen,
		beginnings: [
			...starters.map(({ id, title, description }) => ({ value: `starter-${id}`, label: `${title}: ${description}` })),
			...designs.map(({ id, title }) => ({ value: `copy-${id}`, label: `Copy of “${title}”` })),
		],
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Returns the id of the form that a new one begins as a copy of; nothing for another beginning. */
const copiedBy = (beginning: string): string | undefined => /^copy-(.+)$/.exec(beginning)?.[1];

const CreateForm = v.object({
	title: createDesign.body.entries.title,
	beginning: v.optional(v.string()),
	idempotencyKey,
});

/** Creates a form as a draft, and opens it. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, createDesign);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: CreateForm });
	if (submission.status !== "success") return json({ result: submission.reply() }, { status: 422 });
	const { title, beginning = "", idempotencyKey } = submission.value;
	const starter = starterIds.find((id) => beginning === `starter-${id}`);
	const copied = copiedBy(beginning);
	const created = starter
		? await api.call(startDesign, { body: { title, starter } }, { idempotencyKey })
		: copied
			? await api.call(copyDesign, { params: { id: copied }, body: { title } }, { idempotencyKey })
			: await api.call(createDesign, { body: { title } }, { idempotencyKey });
	if (!created.ok)
		return json({ result: replyWithProblem(submission, created.problem) }, { status: httpStatus(created.problem) });
	session.flash({ kind: "success", message: `“${created.value.title}” was created` });
	return redirect(`/${orgName}/forms/${created.value.id}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: CreateForm }), problem),
}));

export const { handle, shouldRevalidate } = shows({});

const formId = "new-form";

const NewForm = () => {
	const { closeTo, chosen, beginnings, idempotencyKey } = useLoaderData<typeof loader>();
	const { result } = useKeptAnswer<typeof action>() ?? {};
	const isAwaiting = useIsAwaiting();
	const about = (name: string, value: string) => ({
		value: result?.initialValue?.[name] ?? value,
		errors: result?.error?.[name] ?? null,
		timeZone: "UTC",
	});
	return (
		<Dialog
			title="New form"
			closeTo={closeTo}
			cancel
			growsDown
			footer={
				<Button form={formId} variant="primary" pending={isAwaiting}>
					Create form
				</Button>
			}
		>
			<SignedInForm id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<FormErrors errors={result?.error?.[""] ?? null} />
				<RecordInput field={{ name: "title", label: "Title" }} {...about("title", "")} choices={[]} isFirst />
				<RecordInput
					field={{
						as: "choice",
						name: "beginning",
						label: "Begin with",
						placeholder: "An empty form",
						isOptional: true,
						description: "Everything can be changed before it is published.",
					}}
					{...about("beginning", chosen)}
					choices={beginnings}
					isFirst={false}
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default NewForm;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
