import type { SubmissionResult } from "@conform-to/react";
import { Callout } from "#app/ui/callout";
import { FormErrors } from "#app/ui/form/form-errors";
import { SelectField } from "#app/ui/form/select-field";
import { serverAnswer } from "#app/ui/form/server-answer";
import { TextField } from "#app/ui/form/text-field";
import type { PlatformField } from "#worker/contract/payment-configurations";
import { currenciesOf, platformName } from "#worker/contract/payment-platforms";
import type { PaymentConfiguration } from "#worker/services/payment-configurations/contract";

interface ConfigurationInputsProps {
	result: SubmissionResult | null | undefined;
	platform: string;
	fields: readonly PlatformField[];
	/** As it is stored; null for a new one. */
	configuration: PaymentConfiguration | null;
	boxes: { isChargeEnabled: boolean; active: boolean; isTest: boolean };
}

/** The fields of a configuration by its platform. A key is never shown: an empty field keeps it. */
export const ConfigurationInputs = ({ result, platform, fields, configuration, boxes }: ConfigurationInputsProps) => {
	const { formErrors, errorsOf, typed } = serverAnswer(result);
	const startOf = (name: string, stored: string) => (result ? typed(name) : stored);
	const currencies = currenciesOf(platform);
	return (
		<>
			<FormErrors errors={formErrors} />
			<WithoutInterface platform={platform} />
			<TextField
				name="configId"
				label="Paylog ID"
				description="Your own name for it: letters, digits, hyphens, dots and underscores."
				required
				maxLength={40}
				autoFocusInDialog
				autoComplete="off"
				defaultValue={startOf("configId", configuration?.configId ?? "")}
				errors={errorsOf("configId")}
			/>
			{fields.map(({ name, label, description, isRequired, isSecret }) => (
				<TextField
					key={name}
					name={name}
					label={label}
					description={isSecret ? keyText(description, configuration?.keys[name]) : description}
					required={isRequired && !(isSecret && configuration?.keys[name] !== undefined)}
					maxLength={300}
					spellCheck={false}
					{...(isSecret
						? { type: "password", autoComplete: "new-password" }
						: { autoComplete: "off", defaultValue: startOf(name, configuration?.settings[name] ?? "") })}
					errors={errorsOf(name)}
				/>
			))}
			<Box name="isTest" label="The keys are of the platform's test mode" isTicked={boxes.isTest} />
			<TextField
				name="charge"
				label="Charge"
				description="What the payer pays beside the fee."
				inputMode="decimal"
				maxLength={12}
				autoComplete="off"
				defaultValue={startOf("charge", String((configuration?.schoolConfig.charge ?? 0) / 100))}
				errors={errorsOf("charge")}
			/>
			{currencies.length > 1 && (
				<SelectField
					name="currency"
					label="Currency of the charge"
					description="Payments with the charge are taken in this currency alone."
					options={currencies.map((currency) => ({ value: currency, label: currency }))}
					required
					defaultValue={startOf("currency", configuration?.schoolConfig.currency ?? currencies[0] ?? "")}
					errors={errorsOf("currency")}
				/>
			)}
			<Box name="isChargeEnabled" label="Add the charge to payments" isTicked={boxes.isChargeEnabled} />
			<Box name="active" label="Start payments with it" isTicked={boxes.active} />
		</>
	);
};

const keyText = (description: string, hint: string | undefined): string =>
	hint === undefined ? description : `Set, ending in ${hint}. Leave it empty to keep it.`;

const Box = ({ name, label, isTicked }: { name: string; label: string; isTicked: boolean }) => (
	<label className="flex items-start gap-2.5">
		<input type="checkbox" name={name} value="on" defaultChecked={isTicked} className="checkbox -mt-0.5!" />
		<span>{label}</span>
	</label>
);

/** Says of a platform that its interface is not public. */
export const WithoutInterface = ({ platform }: { platform: string }) =>
	(platform === "PAYPRO_KANO" || platform === "PAYUNIMAID") && (
		<Callout tone="warning">
			{platformName(platform)} publishes no interface. Payments can be made once you have the address and the key of an
			adapter that speaks the protocol of this portal.
		</Callout>
	);
