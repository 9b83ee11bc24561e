import type { SubmissionResult } from "@conform-to/react";
import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type TypedResponse,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type Meanwhile, readMeanwhile } from "#app/records/meanwhile";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { ConfigurationInputs } from "#app/routes/payment-configurations/configuration-fields";
import { hiddenFields, readConfigurationForm } from "#app/routes/payment-configurations/configuration-form.server";
import { chargeText } from "#app/routes/payment-configurations/configuration-status";
import { screenAt } from "#app/routes/payment-configurations/screens";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { fieldsOf } from "#worker/contract/payment-configurations";
import {
	getConfiguration,
	PaymentConfiguration,
	updateConfiguration,
} from "#worker/services/payment-configurations/contract";

export const meta = titledOver("Edit configuration");

const paramsOf = ({ recordId = "" }: LoaderFunctionArgs["params"]) => ({ id: recordId });
const hereOf = ({ request, params }: LoaderFunctionArgs) =>
	`/${params.orgName}/${screenAt(new URL(request.url).pathname).path}/${params.recordId}`;

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, updateConfiguration);
	const configuration = orThrow(await api.call(getConfiguration, { params: paramsOf(args.params) }));
	return json({ configuration, fields: fieldsOf(configuration.paymentPlatform), closeTo: hereOf(args) });
};

interface Refused {
	result: SubmissionResult | null;
	boxes: { isChargeEnabled: boolean; active: boolean; isTest: boolean };
	meanwhile: Meanwhile<PaymentConfiguration> | null;
}

const boxesIn = (form: FormData) => ({
	isChargeEnabled: form.has("isChargeEnabled"),
	active: form.has("active"),
	isTest: form.has("isTest"),
});

export const action = async (args: ActionFunctionArgs): Promise<TypedResponse<Refused>> => {
	const { api, session } = await requireAccess(args, updateConfiguration);
	const form = await readSignedInForm(args.request, args.context);
	const params = paramsOf(args.params);
	const { paymentPlatform } = orThrow(await api.call(getConfiguration, { params }));
	const submission = readConfigurationForm(paymentPlatform, form);
	const [boxes, hideFields] = [boxesIn(form), hiddenFields(paymentPlatform)];
	if (submission.status !== "success")
		return json({ result: submission.reply({ hideFields }), boxes, meanwhile: null }, { status: 422 });
	const { body, version } = submission.value;
	const saved = await api.call(updateConfiguration, { params, body: { ...body, version } });
	if (!saved.ok) {
		if (saved.problem.status === 404) orThrow(saved);
		const result = replyWithProblem(submission, saved.problem, { hideFields });
		const meanwhile = readMeanwhile(saved.problem, PaymentConfiguration);
		return json({ result, boxes, meanwhile }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: `“${saved.value.configId}” was saved` });
	return redirect(hereOf(args));
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	result: { status: "error" as const, error: { "": [error] } },
	boxes: boxesIn(form),
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ "set-up": () => "payment-configuration" });

const formId = "configuration";

const EditConfiguration = () => {
	const { configuration, fields, closeTo } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isSending = useIsSendingHere();
	const meanwhile = answer?.meanwhile;
	return (
		<Dialog
			title="Edit configuration"
			closeTo={closeTo}
			width={600}
			cancel
			footer={
				<Button form={formId} variant="primary" pending={isSending}>
					Save
				</Button>
			}
		>
			<SignedInForm id={formId} noValidate className="grid gap-4">
				<SavedMeanwhile
					version={configuration.version}
					meanwhile={meanwhile ? { version: meanwhile.version, values: valuesOf(meanwhile.current, fields) } : null}
				/>
				<ConfigurationInputs
					result={answer?.result}
					platform={configuration.paymentPlatform}
					fields={fields}
					configuration={configuration}
					boxes={answer?.boxes ?? configuration}
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default EditConfiguration;

const valuesOf = (
	{ configId, settings, keys, schoolConfig, isChargeEnabled, active }: PaymentConfiguration,
	fields: readonly { name: string; label: string }[],
) => [
	["Paylog ID", configId] as const,
	...fields.flatMap(({ name, label }) => {
		const value = settings[name] ?? keys[name];
		return value === undefined ? [] : [[label, value] as const];
	}),
	["Charge", chargeText({ isChargeEnabled, schoolConfig })] as const,
	["Status", active ? "On" : "Switched off"] as const,
];

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
