import type { RecordField } from "#app/records/screen";
import { logoUrlOf, type Organisation } from "#worker/services/organisation/contract";
import { maxUndoWindowSeconds } from "#worker/services/organisation/settings.contract";

interface SettingPart {
	title: string;
	fields: readonly RecordField[];
}

/** The settings that are changed together in one dialog, by the last part of its address. */
export const settingParts: Readonly<Record<PartName, SettingPart>> = {
	institution: {
		title: "Institution",
		fields: [
			{ name: "name", label: "Name", maxLength: 150 },
			{
				name: "address",
				label: "Postal address",
				description: "On letters and printed forms.",
				maxLength: 300,
				isOptional: true,
			},
			{ name: "timeZone", label: "Time zone", as: "choice" },
			{ name: "courseAlias", label: "Word for a course", description: "Such as programme.", maxLength: 30 },
			{ name: "applicantSiteUrl", label: "Address of the applicant site", maxLength: 500, isOptional: true },
		],
	},
	portal: {
		title: "Login page",
		fields: [
			{ name: "portalTitle", label: "Portal title", maxLength: 100 },
			{ name: "welcomeMessage", label: "Welcome message", as: "lines", maxLength: 1_000 },
		],
	},
	"stage-changes": {
		title: "Stage changes",
		fields: [
			{
				name: "undoWindowSeconds",
				label: "Time to undo a change, in seconds",
				maxLength: 20,
				description: `0 to ${maxUndoWindowSeconds}. A change of stage, {course} or posting can be undone for this long, and the emails of a stage change wait. 0 sends them at once.`,
			},
		],
	},
	"quiet-hours": {
		title: "Quiet hours",
		fields: [
			{
				name: "quietFrom",
				label: "No reminders from",
				as: "time",
				description: "Reminders that fall into these hours wait for their end.",
			},
			{
				name: "quietUntil",
				label: "No reminders until",
				as: "time",
				description: "The same time twice lets reminders go out at any hour.",
			},
		],
	},
	logs: {
		title: "Logs",
		fields: [
			{
				name: "logRetentionMonths",
				label: "Months for which logs are kept",
				maxLength: 20,
				isOptional: true,
				description: "12 to 120. Older entries of the activity and the modification log are deleted. Empty keeps all.",
			},
		],
	},
};

export type PartName = "institution" | "portal" | "stage-changes" | "quiet-hours" | "logs";

type Contact = Organisation["contacts"][number];

export const ShownContacts = ({ contacts }: { contacts: readonly Contact[] }) => (
	<>
		{contacts
			.map(({ email, phone }) => [email, phone].filter(Boolean).join(" · "))
			.map((contact) => (
				<span key={contact} className="block wrap-anywhere">
					{contact}
				</span>
			))}
	</>
);

export const contactsField: RecordField = {
	name: "contacts",
	label: "Contacts",
	as: "own",
	shown: (contacts: unknown) => <ShownContacts contacts={contacts as Contact[]} />,
};

export const LogoPicture = ({ src, alt }: { src: string; alt: string }) => (
	<img src={src} alt={alt} className="h-16 max-w-full rounded-md border border-line bg-white object-contain p-1" />
);

/** Switched on the screens of payments. */
export const platformChargeField: RecordField = { name: "platformChargeEnabled", label: "Platform charge", as: "flag" };

export const logoField = (organisationId: string): RecordField => ({
	name: "logo",
	label: "Logo",
	as: "own",
	shown: (file: unknown) => (
		<LogoPicture src={logoUrlOf({ id: organisationId, logoKey: String(file) }) ?? ""} alt={`Logo ${file}`} />
	),
});

/** Returns the settings under the names that the forms and the history have for them. */
export const settingValues = ({ portal, aliases, logoUrl, contacts, ...others }: Organisation) => ({
	name: others.name,
	address: others.address,
	timeZone: others.timeZone,
	courseAlias: aliases.course,
	applicantSiteUrl: others.applicantSiteUrl,
	portalTitle: portal.title,
	welcomeMessage: portal.welcomeMessage,
	quietFrom: others.quietFrom,
	quietUntil: others.quietUntil,
	logRetentionMonths: others.logRetentionMonths,
	undoWindowSeconds: others.undoWindowSeconds,
	contacts,
	logo: logoUrl?.split("version=").at(-1) ?? null,
});
