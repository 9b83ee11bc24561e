import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { History, Pencil, PlugZap, Power, Trash2 } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { WithoutInterface } from "#app/routes/payment-configurations/configuration-fields";
import { ConfigurationStatus, chargeText } from "#app/routes/payment-configurations/configuration-status";
import { PlatformMark } from "#app/routes/payment-configurations/platform-mark";
import { screenAt } from "#app/routes/payment-configurations/screens";
import { WebhookAddress } from "#app/routes/payment-configurations/webhook-address";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { SignedInForm } from "#app/ui/form/form";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { PageHeader } from "#app/ui/page/page-header";
import { fieldsOf } from "#worker/contract/payment-configurations";
import { currenciesWith, platformName } from "#worker/contract/payment-platforms";
import { formatDateTime } from "#worker/contract/text/dates";
import {
	deleteConfiguration,
	getConfiguration,
	testConfiguration,
	updateConfiguration,
} from "#worker/services/payment-configurations/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.configuration.configId ?? "Payment configuration"} · Matricula` },
];

const paramsOf = ({ recordId = "" }: LoaderFunctionArgs["params"]) => ({ id: recordId });

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, getConfiguration);
	const screen = screenAt(new URL(args.request.url).pathname);
	const configuration = orThrow(await api.call(getConfiguration, { params: paramsOf(args.params) }));
	const list = `/${orgName}/${screen.path}`;
	return json({
		screen,
		configuration,
		list,
		here: `${list}/${configuration.id}`,
		fields: fieldsOf(configuration.paymentPlatform).map(({ name, label }) => ({ name, label })),
		mayChange: mayCall(user, updateConfiguration),
		mayDelete: mayCall(user, deleteConfiguration),
		mayTest: mayCall(user, testConfiguration),
	});
};

/** Tests the connection, or switches the configuration on or off. */
export const action = async (args: ActionFunctionArgs) => {
	const form = await readSignedInForm(args.request, args.context);
	const params = paramsOf(args.params);
	if (form.get("intent") === "test") {
		const { api } = await requireAccess(args, testConfiguration);
		const tested = await api.call(testConfiguration, { params });
		if (!tested.ok) return json({ error: tested.problem.error, tested: null }, { status: httpStatus(tested.problem) });
		return json({ error: null, tested: tested.value });
	}
	const { api, session } = await requireAccess(args, updateConfiguration);
	const { configId, schoolConfig, isChargeEnabled, isTest, settings, version } = orThrow(
		await api.call(getConfiguration, { params }),
	);
	const active = form.get("intent") === "on";
	const kept = {
		configId,
		schoolConfig: { charge: schoolConfig.charge, currency: schoolConfig.currency },
		isChargeEnabled,
		isTest,
		fields: settings,
	};
	const saved = await api.call(updateConfiguration, { params, body: { ...kept, active, version } });
	if (!saved.ok) return json({ error: saved.problem.error, tested: null }, { status: httpStatus(saved.problem) });
	session.flash({ kind: "success", message: `“${configId}” was switched ${active ? "on" : "off"}` });
	return json({ error: null, tested: null });
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, tested: null }));

export const { handle, shouldRevalidate } = shows({ "set-up": () => "payment-configuration" });

const ConfigurationPage = () => {
	const { screen, configuration, list, here, fields, mayChange, mayDelete, mayTest } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isSending = useIsSendingHere();
	const { organisation } = useShell();
	const { paymentPlatform, active, isChargeEnabled, schoolConfig } = configuration;
	const currencies = currenciesWith({
		platform: paymentPlatform,
		charge: schoolConfig.charge,
		chargeCurrency: schoolConfig.currency,
		isChargeEnabled: isChargeEnabled && organisation.platformChargeEnabled,
	});
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: list, label: screen.title }}
				title={configuration.configId}
				context={<ConfigurationStatus {...configuration} />}
				actions={
					<>
						<LinkButton to={`${here}/history`} icon={History} preventScrollReset>
							History
						</LinkButton>
						{mayDelete && (
							<LinkButton to={`${here}/delete`} icon={Trash2} preventScrollReset>
								Delete
							</LinkButton>
						)}
						{mayChange && (
							<SignedInForm preventScrollReset>
								<Button name="intent" value={active ? "off" : "on"} icon={Power}>
									{active ? "Switch off" : "Switch on"}
								</Button>
							</SignedInForm>
						)}
						{mayTest && (
							<SignedInForm preventScrollReset>
								<Button name="intent" value="test" icon={PlugZap} pending={isSending}>
									Test connection
								</Button>
							</SignedInForm>
						)}
						{mayChange && (
							<LinkButton to={`${here}/edit`} icon={Pencil} variant="primary" preventScrollReset>
								Edit
							</LinkButton>
						)}
					</>
				}
			/>
			{answer?.error && (
				<Callout tone="danger" role="alert">
					{answer.error}
				</Callout>
			)}
			{answer?.tested && (
				<Callout tone={answer.tested.works ? "success" : "danger"} role="status">
					<p className="font-medium">
						{answer.tested.works
							? // why: it answers to wrong keys as well.
								`${platformName(paymentPlatform)} ${paymentPlatform === "NABROLL" ? "answers" : "accepts the keys"}.`
							: `${platformName(paymentPlatform)} cannot be used with these keys.`}
					</p>
					<p>
						{answer.tested.says} ({formatDateTime(answer.tested.at, organisation.timeZone)})
					</p>
				</Callout>
			)}
			<WithoutInterface platform={paymentPlatform} />
			<DescriptionList columns={1}>
				<DescriptionItem label="Platform">
					<PlatformMark platform={paymentPlatform} />
				</DescriptionItem>
				{fields.map(({ name, label }) => (
					<DescriptionItem key={name} label={label}>
						{configuration.settings[name] ?? configuration.keys[name]}
					</DescriptionItem>
				))}
				<DescriptionItem label="Charge">{chargeText(configuration)}</DescriptionItem>
				<DescriptionItem label="Currencies">{currencies.join(", ")}</DescriptionItem>
				<DescriptionItem label="Pending payments">{configuration.pendingPayments}</DescriptionItem>
			</DescriptionList>
			<WebhookAddress {...configuration} />
			<DialogOutlet />
		</div>
	);
};
export default ConfigurationPage;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
