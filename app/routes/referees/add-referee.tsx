import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { answerChange, paramsOf, readAskedWhen, readReferees } from "#app/routes/referees/change-referee.server";
import { RefereeDialog } from "#app/routes/referees/referee-dialog";
import { AddedReferee, RefereeFields, RefereeReason } from "#app/routes/referees/referee-fields";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Callout } from "#app/ui/callout";
import { SelectField } from "#app/ui/form/select-field";
import { wired } from "#app/ui/form/wired";
import { addReferee } from "#worker/services/referees/contract";

export const meta = titledOver("Add referee");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, addReferee);
	const [{ openPlaces, resultTotal }, askedWhen] = await Promise.all([readReferees(args), readAskedWhen(args)]);
	return json({ openPlaces, hasTab: resultTotal > 0, askedWhen, idempotencyKey: crypto.randomUUID() });
};

/** Adds the referee, or returns the errors and what was typed. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, addReferee);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: AddedReferee });
	if (submission.status !== "success") return json({ result: submission.reply() }, { status: 422 });
	const { idempotencyKey, ...body } = submission.value;
	const changed = await api.call(addReferee, { params: { id: paramsOf(args).id }, body }, { idempotencyKey });
	const message = `${body.name} is asked at ${body.email} ${await readAskedWhen(args)}`;
	return answerChange({ ...args, orgName }, submission, { changed, message });
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: AddedReferee }), problem),
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Adds a referee that the form asks for; the reason is logged. */
const AddReferee = () => {
	const { openPlaces, hasTab, askedWhen, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const [form, fields] = useForm({
		id: "add-referee",
		lastResult: answer?.result,
		defaultValue: { name: "", email: "", phone: "", kind: openPlaces[0]?.kind ?? "", reason: "" },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: AddedReferee }),
	});
	return (
		<RefereeDialog
			title="Add referee"
			leaves={hasTab ? /\/new$/ : /\/referees\/new$/}
			form={form}
			fields={["name", "email", "phone", "kind", "reason"]}
			idempotencyKey={key}
			refusal={openPlaces.length === 0 && <Callout>All referees that the form asks for are named.</Callout>}
			look={{ variant: "primary" }}
		>
			<RefereeFields fields={fields} mailNote={`They are asked for the reference ${askedWhen}.`} />
			<SelectField
				key={fields.kind.key}
				{...wired(fields.kind)}
				label="Reference"
				options={openPlaces.map(({ kind, title }) => ({ value: kind, label: title }))}
				required
			/>
			<RefereeReason field={fields.reason} />
		</RefereeDialog>
	);
};
export default AddReferee;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
