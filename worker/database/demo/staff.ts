import { allPermissions, anyOf, type Permission } from "#worker/contract/permissions";
import { crestfield } from "./crestfield";
import type { Institution } from "./institution";
import { lagoon } from "./lagoon";

type RoleKey = "super-admin" | "admissions" | "finance" | "reviewer" | "registry";

export const roles: Record<RoleKey, { name: string; privileges: readonly Permission[] }> = {
	"super-admin": { name: "Super Administrator", privileges: allPermissions },
	admissions: {
		name: "Admissions Officer",
		privileges: [
			"candidate:c",
			"candidate:r",
			"candidate:u",
			"application:r",
			"course:r",
			"candiemail:c",
			"candiemail:r",
			"candigroup:r",
			"forms:r",
			"templates:r",
			"levelitem:r",
			"groupitem:r",
			"statistics:r",
		],
	},
	finance: { name: "Finance Officer", privileges: [...anyOf("payments", "paylog"), "statistics:r"] },
	reviewer: { name: "Reviewer", privileges: ["candidate:r", "application:r"] },
	registry: {
		name: "Registry Officer",
		privileges: [...anyOf("candidate", "application", "course", "adminlevel", "levelitem", "users"), "statistics:r"],
	},
};

interface StaffPlan {
	email: string;
	firstName: string;
	lastName: string;
	/** None: an account that may do nothing. */
	role?: RoleKey;
	/** The faculty, school or department of the role. */
	place?: string;
	blocked?: boolean;
	/** Listed when the demo starts. */
	shownAs?: { label: string; can: string };
}

const canDo = {
	"super-admin": { label: "Super administrator", can: "everything" },
	admissions: { label: "Admissions officer", can: "review applicants, move them through the workflow, email them" },
	finance: { label: "Finance officer", can: "see payments; no applicants" },
	reviewer: { label: "Reviewer", can: "look at applicants and applications, change nothing" },
	blocked: { label: "Blocked officer", can: "not log in: the account is blocked" },
	none: { label: "New member of staff", can: "open their own profile only: no role yet" },
};

const crestfieldStaff: readonly StaffPlan[] = [
	{ email: "ada.admin", firstName: "Adá", lastName: "Nwachukwu", role: "super-admin", shownAs: canDo["super-admin"] },
	{ email: "tunde.admissions", firstName: "Túndé", lastName: "Balógun", role: "admissions", shownAs: canDo.admissions },
	{ email: "hauwa.finance", firstName: "Hauwa", lastName: "Bello", role: "finance", shownAs: canDo.finance },
	{ email: "ebiere.reviewer", firstName: "Ebiere", lastName: "Dokubo", role: "reviewer", shownAs: canDo.reviewer },
	{
		email: "okon.blocked",
		firstName: "Okon",
		lastName: "Effiong",
		role: "admissions",
		blocked: true,
		shownAs: canDo.blocked,
	},
	{ email: "ladi.new", firstName: "Ladi", lastName: "Danjuma", shownAs: canDo.none },
	{
		email: "kemi.ajayi",
		firstName: "Kẹ́mi",
		lastName: "Àjàyí",
		role: "admissions",
		place: "College of Health Sciences",
	},
	{ email: "chidi.eze", firstName: "Chidi", lastName: "Eze", role: "admissions", place: "Faculty of Engineering" },
	{ email: "zainab.lawal", firstName: "Zainab", lastName: "Lawal", role: "admissions", place: "Faculty of Law" },
	{ email: "terna.akume", firstName: "Terna", lastName: "Akume", role: "registry" },
	{ email: "ifeoma.okoro", firstName: "Ifeoma", lastName: "Okoro", role: "admissions", place: "Faculty of Science" },
	{
		email: "efosa.osagie",
		firstName: "Efosa",
		lastName: "Osagie",
		role: "reviewer",
		place: "Faculty of Social Sciences",
	},
];

const lagoonStaff: readonly StaffPlan[] = [
	{ email: "segun.admin", firstName: "Ṣẹ́gun", lastName: "Ọládipọ̀", role: "super-admin", shownAs: canDo["super-admin"] },
	{ email: "ngozi.admissions", firstName: "Ngozi", lastName: "Umeh", role: "admissions", shownAs: canDo.admissions },
	{ email: "musa.finance", firstName: "Musa", lastName: "Garba", role: "finance", shownAs: canDo.finance },
	{ email: "arit.reviewer", firstName: "Arit", lastName: "Essien", role: "reviewer", shownAs: canDo.reviewer },
	{
		email: "femi.blocked",
		firstName: "Fẹ́mi",
		lastName: "Alàbí",
		role: "admissions",
		blocked: true,
		shownAs: canDo.blocked,
	},
	{ email: "binta.new", firstName: "Binta", lastName: "Sani", shownAs: canDo.none },
	{
		email: "yetunde.falana",
		firstName: "Yétúndé",
		lastName: "Fálànà",
		role: "admissions",
		place: "School of Business",
	},
	{ email: "preye.jaja", firstName: "Preye", lastName: "Jaja", role: "admissions", place: "School of Engineering" },
];

/** Both institutions, and who works there. */
export const institutions: readonly { institution: Institution; staff: readonly StaffPlan[] }[] = [
	{ institution: crestfield, staff: crestfieldStaff },
	{ institution: lagoon, staff: lagoonStaff },
];

/** Accounts to log in with, for whoever starts the demo. */
export const demoAccounts = institutions.flatMap(({ institution, staff }) =>
	staff.flatMap(({ email, shownAs }) =>
		shownAs
			? [
					{
						organisation: institution.id,
						role: shownAs.label,
						email: `${email}@${institution.domain}`,
						password: institution.password,
						can: shownAs.can,
					},
				]
			: [],
	),
);
