import { type GatewayConfiguration, secretFields } from "#worker/contract/payment-configurations";
import { seal } from "#worker/http/seal";

/**
 * Separates what may be shown of a configuration from its keys, and encrypts these for this one row.
 * @param secret the Worker's
 */
export const sealConfiguration = async (
	secret: string,
	{ organisationId, id }: { organisationId: string; id: string },
	{ platform, isTest, ...fields }: GatewayConfiguration,
) => {
	const given = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string");
	const isSecret = ([name]: [string, string]) => secretFields[platform].includes(name);
	const keys = Object.fromEntries(given.filter(isSecret));
	return {
		platform,
		settings: { ...Object.fromEntries(given.filter((entry) => !isSecret(entry))), isTest: String(isTest) },
		sealedKeys: await seal(secret, { purpose: "payment-keys", organisationId, id }, JSON.stringify(keys)),
	};
};
