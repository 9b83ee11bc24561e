import { routes } from "#app/routes.js";
import { createAllOf } from "#tests/support/all-of-applicant";
import { createApplicant, createApplication, createOrganisation, createStructure } from "#tests/support/factories";
import { createStaff } from "#tests/support/portal-session";

type Define = (path: string, file: string, more?: object | (() => void), children?: () => void) => void;

/** Returns every address of the portal's routes, with its parameters. */
export const readAddresses = (): string[] => {
	const addresses = new Set<string>();
	const above: string[] = [];
	const define: Define = (path, _file, more, children = typeof more === "function" ? more : undefined) => {
		above.push(path);
		addresses.add(above.filter(Boolean).join("/"));
		children?.();
		above.pop();
	};
	routes(((callback: (define: Define) => void) => callback(define)) as never);
	return [...addresses];
};

/**
 * Addresses below an institution's that need no session: §2's public routes, a payer's and a referee's links, and the
 * look of the browser.
 */
const publicAddresses = [
	"",
	"/forgot-password",
	"/reset-request",
	"/candidate-info/:publicId",
	"/candidate-info/:publicId/photo",
	"/payment/:key",
	"/payment/:key/receipt",
	"/verify",
	"/verify/:code",
	"/referee",
	"/referee/:token",
	"/confirm",
	"/404",
	"/auth",
	"/logout",
	"/preferences",
];

const below = "/:orgName";

/** Returns the addresses below an institution's that need a session. */
export const signedInAddresses = (): string[] =>
	readAddresses()
		.filter((address) => address.startsWith(below))
		.map((address) => address.slice(below.length))
		.filter((address) => !publicAddresses.includes(address));

type Params = Readonly<Record<string, string | null | undefined>>;

/** Creates an institution with one row of everything that an address can name, the ids beginning with `key`. */
export const openPlace = async (key: string) => {
	const { id: organisationId } = await createOrganisation();
	const owner = await createStaff({ organisationId });
	const { departmentId } = await createStructure(organisationId);
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application, { photoKey: `photos/${key}.png` });
	const { ids } = await createAllOf(key, { owner, departmentId, application, applicant });
	const made = (prefix: string): Params => ids.find(([path]) => path === prefix)?.[1] ?? {};
	const transactionId = made("/payments/").id;
	const configuration = { recordId: `${key}-configuration` };
	/** What stands for the parameters of the addresses that begin so; the first that fits counts. */
	const paramsOf: readonly (readonly [begins: string, params: Params])[] = [
		["/applicants/views", { viewId: `${key}-view` }],
		["/process-ai/views", { viewId: `${key}-criteria` }],
		["/transactions/views", { viewId: `${key}-payment-view` }],
		["/applicants/:applicantId/email-files", { applicantId: applicant.id, attachmentId: `${key}-mailed` }],
		[
			"/applicants",
			{
				applicantId: applicant.id,
				attachmentId: `${key}-attachment`,
				letterId: `${key}-letter`,
				refereeId: made("/candidates/:id/referees/").refereeId,
				transactionId,
				formId: applicant.submissionId,
			},
		],
		["/candidate-info", { publicId: applicant.publicId }],
		["/rankings", { recordId: `${key}-scheme`, courseId: applicant.courseId }],
		["/manage-candidates", { groupId: `${key}-group`, importId: `${key}-import`, candidateId: `${key}-candidate` }],
		["/transactions/exceptions", { exceptionId: `${key}-exception` }],
		["/transactions/days", { day: "2026-01-05", platform: key.toUpperCase() }],
		["/transactions/settlements", { fileId: `${key}-settlement` }],
		["/transactions", { transactionId }],
		["/users/roles", { roleId: `role-${owner.id}`, recordId: `role-${owner.id}` }],
		["/users", { userId: owner.id }],
		["/manage-applications", { recordId: application.id }],
		["/courses", { recordId: application.courses[0]?.id, uploadId: `${key}-upload` }],
		["/configurations", { part: "institution" }],
		["/admin-levels-item", { recordId: `${key}-unit` }],
		["/application-groupings/items", { recordId: `${key}-tag` }],
		["/application-groupings", { recordId: `${key}-tags` }],
		["/locations", { recordId: made("/locations/").id }],
		["/manage-template", { templateId: `${key}-email-template` }],
		["/forms", { recordId: application.formDesignId, sectionId: "personal", fieldId: "surname" }],
		[
			"/workflow",
			{ recordId: application.workflowId, stepId: application.steps[1]?.id, attachmentId: `${key}-step-file` },
		],
		["/manage-discount-code", { recordId: `${key}-coupon` }],
		["/add-on", { recordId: `${key}-addon` }],
		["/notifications/reports", { recordId: `${key}-schedule` }],
		["/notifications", { recordId: `${key}-reminder` }],
		["/merges", { mergeId: `${key}-merge` }],
		["/releases", { releaseId: `${key}-release` }],
		["/privacy/retention", { recordId: `${key}-retention` }],
		["/outbox", { mailId: `${key}-mail` }],
		["/reasons", { reasonId: `${key}-reason` }],
		["/api-keys", { keyId: `${key}-api-key` }],
		["/webhooks", { webhookId: `${key}-webhook` }],
		["/local-payments", configuration],
		["/international-payments", configuration],
		["/mailings", { mailingId: `${key}-mailing` }],
		["/batches", { batchId: `${key}-batch` }],
		["/downloads", { taskId: `${key}-task` }],
	];
	/** Returns the ids of this institution for the parameters of an address, in order. */
	const idsFor = (address: string): [name: string, id: string][] => {
		const params = paramsOf.find(([begins]) => address.startsWith(begins))?.[1] ?? {};
		return [...address.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
			const id = params[name];
			if (!id) throw new Error(`nothing stands for :${name} of ${address}`);
			return [name, id];
		});
	};
	return { organisationId, owner, application, applicant, idsFor };
};
export type Place = Awaited<ReturnType<typeof openPlace>>;

/** Returns an address of an institution with these ids. */
export const fillAddress = (organisationId: string, address: string, ids: readonly (readonly [string, string])[]) =>
	ids.reduce((path, [name, id]) => path.replace(`:${name}`, id), `/${organisationId}${address}`);
