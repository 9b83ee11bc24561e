/** A moment in UTC milliseconds: 21 November 2026. */
const moment = 1_795_262_400_000;

const secret = "k3vT1s8Yw0Zq7mX2aB5c";
const candidate = { examNumber: "20260417AB", lastName: "Okafor", firstName: "Adaeze" };
const form = { surname: "Okafor", phone: "+234 803 123 4567" };
const hauwa = { id: "hauwa-bello", firstName: "Hauwa", lastName: "Bello", email: "hauwa.bello@crestfield.example" };
const mail = { subject: "You are shortlisted", message: "<p>Dear Adaeze, you are shortlisted.</p>" };

/** Values of an object's properties, by its subject (`subjectOf`). why by hand: the examples fit together. */
const bySubject: Record<string, Record<string, unknown>> = {
	level: { id: "faculty", name: "Faculty" },
	structureplace: { id: "science", name: "Faculty of Science" },
	levelitem: { id: "science", name: "Faculty of Science" },
	aliases: { course: "course" },
	applicant: { id: "adaeze-okafor-2026", letter: "/api/candidates/adaeze-okafor-2026/letters/letter-1" },
	apikey: { name: "Student records", createdBy: "Hauwa Bello" },
	assignment: { name: "Physics" },
	attachment: { title: "Certificate", name: "certificate.pdf" },
	batch: { task: { status: "SUCCESS", done: 1, total: 1, reason: null } },
	candidate: { data: candidate, course: { code: "PHY", title: "Physics" } },
	candidategroup: { name: "JAMB list 2026" },
	candidateimport: {
		name: "jamb-2026.csv",
		status: "added",
		columns: [{ header: "JAMB number", samples: ["20260417AB"], field: "examNumber" }],
	},
	criterion: { anyOf: [{ allOf: [{ not: false, test: { about: "gender", value: "F" } }] }] },
	confirmemail: { message: "Done." },
	contact: { email: "admissions@crestfield.example" },
	course: { id: "physics", title: "Physics" },
	courseupload: {
		...{ name: "courses.csv", status: "added", columns: [{ header: "Code", samples: ["PHY"], field: "code" }] },
	},
	courseuploadrow: {
		course: { code: "PHY", title: "Physics", partOf: "Faculty of Science", status: "active" },
		reason: "Course code already exists",
	},
	email: { ...mail, status: "SENT", reason: null },
	column: { id: "applicationNumber", label: "Application number" },
	export: { columns: ["applicationNumber"] },
	googletransfer: { code: secret },
	formcol: { type: "text" },
	formdraft: { files: [] },
	formsection: { title: "Personal details", description: "As on your birth certificate." },
	groupdetail: { name: "JAMB list 2026" },
	import: { name: "jamb-2026.csv" },
	candidateimportrow: { data: candidate, reasons: ["The same phone number as row 5."] },
	item: { name: "Application fee" },
	keptmailhead: { subject: mail.subject },
	letter: { id: "letter-1", name: "Admission letter" },
	location: { id: "yaba", name: "Main Campus, Yaba" },
	applicationgroup: { id: "session", name: "Session" },
	groupitem: { id: "2026-2027", name: "2026/2027", groupId: "session" },
	coupon: {
		...{ id: "early-bird", name: "Early bird", codes: 1, ownCode: "EARLY-BIRD-26", firstCode: "EARLY-BIRD-26" },
		...{
			usesPerCode: 500,
			usesPerApplicant: 1,
			percent: 25,
			amount: null,
			currency: null,
			uses: 124,
			status: "active",
		},
		...{ applicationIds: ["undergraduate-2026"], paymentKinds: ["APPLICATION_FEE"], active: true },
		...{ startsAt: moment - 2_592_000_000, endsAt: moment + 2_592_000_000 },
	},
	discountedapplication: { id: "undergraduate-2026", name: "Undergraduate 2026/2027" },
	couponitem: { code: "EARLY-BIRD-26", uses: 124 },
	couponuse: { code: "EARLY-BIRD-26", amount: 375_000, status: "success" },
	addon: { id: "form-by-post", name: "Printed form by post", price: 250_000, currency: "NGN" },
	reminder: {
		...{ name: "Finish your form", audience: "incomplete", timing: "after", days: 3, time: "09:00" },
		...{ templateId: "unfinished", template: { id: "unfinished", name: "Finish your application" } },
		...{ application: null, applicationId: null, enabled: true, lastSent: 124, problem: null },
	},
	dryrun: { total: 124, first: [{ id: "adaeze-okafor-2026", name: "Adaeze Okafor", about: "CU/26/104233" }] },
	reportrecipient: { id: hauwa.id, name: "Hauwa Bello", email: hauwa.email },
	reportschedule: {
		...{ name: "Daily report", frequency: "weekly", weekday: 1, monthDay: null, time: "08:00", enabled: true },
		...{ application: { id: "undergraduate-2026", name: "Undergraduate 2026/2027" }, lastSent: 3, problem: null },
		...{ recipients: [hauwa.id], staff: [{ id: hauwa.id, name: "Hauwa Bello" }] },
	},
	margins: { top: 14, right: 15, bottom: 18, left: 15 },
	rankingscheme: { name: "Merit and quotas", stage: null },
	boardcourse: { course: { id: "physics", name: "Physics" } },
	recordchange: {
		...{ action: "updated", before: { name: "Main Campus" }, after: { name: "Main Campus, Yaba" } },
	},
	log: { type: "STAGE_CHANGE", mergeId: null },
	mailfile: { name: "certificate.pdf" },
	mailing: {
		subject: mail.subject,
		counts: { queued: 0, sent: 1, failed: 0 },
		shown: {
			...{ applicantId: "adaeze-okafor-2026", name: "Adaeze Okafor", to: "adaeze@mail.example" },
			...{ subject: mail.subject, text: "Dear Adaeze, you are shortlisted." },
		},
	},
	listexception: { counts: [{ kind: "paid_twice", exceptions: 1 }] },
	listedmailing: { subject: mail.subject, counts: { queued: 0, sent: 1, failed: 0 } },
	mapcolumn: { columns: ["examNumber", "fullName", ""] },
	merge: { targetName: "Adaeze Okafor" },
	notification: {
		type: "BACKGROUND_TASK",
		message: '{"type":"EXPORT_CANDIDATE","status":"SUCCESS","taskId":"export-1"}',
	},
	notify: { name: "Shortlisted" },
	organisation: { id: "crestfield", name: "Crestfield University" },
	pdftemplate: { id: "admission-letter", name: "Admission letter" },
	portal: { id: "crestfield", name: "Crestfield University" },
	privilege: { name: "candidate:r" },
	referee: { name: "Dr Tunde Bakare", email: "tunde.bakare@school.example", status: "submitted" },
	notifyoutcome: { name: "Dr Tunde Bakare" },
	role: { id: "reviewer", name: "Reviewer" },
	savedview: { name: "Waiting in Physics" },
	shown: { subject: mail.subject },
	stage: { id: "shortlisted", name: "Shortlisted" },
	stagechange: { name: "Shortlisted" },
	step: { name: "Shortlisted" },
	subject: { name: "Physics", shortName: "PHY" },
	task: { id: "task-1", type: "EXPORT_CANDIDATE", status: "SUCCESS" },
	template: {
		...{ id: "shortlisted-email", name: "You are shortlisted", subject: mail.subject, type: "email", origin: "user" },
	},
	templateuses: { hasLetters: false },
	sms: { encoding: "GSM-7", beyond: [] },
	emptyfield: { name: "middleName", label: "Middle name" },
	transaction: { name: "Okafor Family" },
	updateapplicantsresponse: { name: "Shortlisted" },
	user: hauwa,
	parameters: { from: "2026-11-01", to: "2026-11-20", after: "104233" },
	webhook: { name: "Student records", createdBy: "Hauwa Bello", secret: `whsec_${secret}` },
	delivery: { status: "delivered", answerStatus: 200, answer: "OK" },
	design: { title: "Undergraduate application form" },
	workflow: { name: "Undergraduate admission" },
};

/** Values of other properties, each of one name. */
const byName: Record<string, unknown> = {
	// The institution and its staff
	shortName: "CU",
	address: "1 University Road, Yaba, Lagos",
	timeZone: "Africa/Lagos",
	supportEmail: "admissions@crestfield.example",
	logoUrl: "/api/organisation/crestfield/logo?version=crestfield-logo.png",
	applicantSiteUrl: "https://apply.crestfield.example",
	undoWindowSeconds: 30,
	quietFrom: "21:00",
	quietUntil: "07:00",
	logRetentionMonths: 36,
	password: "Crestfield#2026",
	userId: hauwa.id,
	privileges: ["candidate:r", "candidate:u"],
	resource: "candidate",
	action: "read",
	clientId: "portal",
	clientSecret: "…",
	accessToken: "eyJhbGciOiJIUzI1NiJ9.e30.x",
	refreshToken: `crestfield.${secret}`,
	product: "portal",
	message: "Done.",

	// Programs
	key: `mat_crestfield.${secret}`,
	hint: "aB5c",
	url: "https://records.example.edu/hooks/admissions",
	events: ["applicants.stage_changed"],
	eventType: "applicants.stage_changed",
	updatedSince: "2026-11-21T08:00:00Z",

	// The applicant
	middleName: "Chinonso",
	lastName: "Okafor",
	sourceNumber: "CU/26/104240",
	sourceName: "Ada Okafor",
	reference: "CU-2026-104233",
	emails: ["registrar@crestfield.example"],
	phone: form.phone,
	summaryUrl: `https://portal.example/crestfield/candidate-info/${secret}`,
	tags: [{ label: "2026/2027" }],
	search: "physics",
	registrationNumber: candidate.examNumber,
	examination: "NECO 2026",
	gender: "F",
	grade: "A1",

	// What is applied for, and how it stands
	applicationGroupItems: [{ id: "session-2026", name: "2026/2027", groupId: "session" }],
	numberFormat: "{SHORT}/{YY}/#####",
	introduction: "Have your results at hand.",
	confirmation: "We write to you when your application has been reviewed.",
	course: { id: "physics", code: "PHY", title: "Physics", administrationLevelItemId: "science" },
	courseId: "physics",
	locationId: "yaba",
	reviewerId: "hauwa-bello",
	reviewer: { id: "hauwa-bello", name: "Hauwa Bello", isActive: true },
	fromStageName: "In review",
	newStage: "SUBMITTED",
	reasons: [{ kind: "phone", value: "8031234567" }],
	second: "Ada",
	value: "8031234567",
	comment: "Both gave the same examination number.",
	counts: { changed: 1 },
	shares: { merit: 45, catchment: 35, elds: 20 },
	weight: 100,
	sourceFields: ["firstName"],
	news: [["adaeze-okafor-2026", moment]],

	// Forms, messages, files and tasks
	fieldId: "passport",
	field: "phone",
	label: "Phone number",
	old: "0803 123 4567",
	new: "0803 123 4568",
	CandidateValues: candidate,
	options: [{ label: "Lagos", value: "Lagos" }],
	refereeSectionType: "academic",
	source: "countries",
	RepeatCounts: { sections: { school: 2 }, rows: {} },
	trueDisplay: "Yes",
	falseDisplay: "No",
	help: "With the country code.",
	alternateLabel: "Phone",
	percentComplete: 100,
	from: "Crestfield University <no-reply@crestfield.example>",
	content: "<p>Dear applicant, you are shortlisted.</p>",
	RichText: [{ tag: "p", children: ["Dear Adaeze, you are shortlisted."] }],
	templateId: "admission-letter",
	templateName: "Admission letter",
	files: ["Fees.pdf"],
	mimetype: "application/pdf",
	range: "bytes=0-1023",
	chosen: ["applicationNumber"],
	section: "Record",
	taskId: "task-1",
	result: { name: "applicants.xlsx", size: 10_240, rows: 1 },

	// Payments
	amount: 700_000,
	gatewayCharge: 16_125,
	currency: "NGN",
	platform: "REMITA",
	rrr: "270012345678",

	// Pages
	startDate: "2026-11-21",
	endDate: "2026-11-30",
	day: "2026-11-21",
	paidDay: "2026-11-21",
};

/** Values that several names share, by a pattern of the name. */
const byPattern: readonly (readonly [name: RegExp, value: unknown])[] = [
	[/^(organisation|organization|orgName|organisationId)$/, "crestfield"],
	[/^(username|senderUsername)$/, "ada.admin@crestfield.example"],
	[/^(name|subject)$/, "Adaeze Okafor"],
	[/^(firstName|first)$/, "Adaeze"],
	[/^(applicationNumber|targetNumber)$/, "CU/26/104233"],
	[/^(accountEmail|email|to)$/, "adaeze.okafor@mail.example"],
	[/^(keyword|q)$/, "okafor"],
	[/^(applicationId|applicationKey)$/, "undergraduate-2026"],
	[/^(title|applicationTitle)$/, "2026/2027 Undergraduate"],
	[/^(code|courseCode)$/, "PHY"],
	[/^(status|stage|type)$/, "SHORTLISTED"],
	[/^(stageId|stepId)$/, "shortlisted"],
	[/^(stageName|targetName)$/, "Shortlisted"],
	[/^(reason|text)$/, "The file is complete."],
	[/^(needs|sort)$/, "waiting"],
	[/^score/, 245],
	[/^judged$/, "criteria-1:met"],
	[/^ranked$/, "ranking-1:proposed"],
	[/^(submittedFrom|submittedTo|birthDate)$/, "2026-11-21"],
	[/^states?$/, "Lagos"],
	[/^(everybody|resultTotalIsExact)$/, true],
	[/^(data|FormData)$/, form],
	[/^(page|index|offset)$/, 0],
	[/^(size|limit|pageSize)$/, 10],
	[/^(after|before)$/, "104233"],
	[/^(applicant|candidate|target|source|first|second|previous|next)Id$/, "adaeze-okafor-2026"],
	[/^candidateIds$/, ["adaeze-okafor-2026"]],
	[/^(token|ticket|publicId)$/, secret],
	[/(^i|I)d$/, "5d2c7a52-8f0a-4f29-9b8f-2a1f6f6a1c10"],
	[/(^i|I)ds$/, ["5d2c7a52-8f0a-4f29-9b8f-2a1f6f6a1c10"]],
	[/^by$|By$|(createdBy|owner)Name$/, "Hauwa Bello"],
	[/^(attachments|keptNames|removedFiles)$/, []],
	[/^(dismissed|undone|undoneAt)$/, null],
	[/^(is[A-Z]|(blocked|mayRetry|recent)$)/, false],
	[/At$|^at$|asOf|since|Until|sendAfter|lastReviewed$|regDate/, moment],
];

const endings = new RegExp(`(${["Entry", "Input", "Request", "Response", "Row"].join("|")})$`);
const subjects = Object.keys(bySubject).sort((a, b) => b.length - a.length);

/** Returns what an object is about: `UpdateRoleRequest`, `adminRoles` and `Role` are about a role. */
const subjectOf = (object: string): string => {
	const name = object.replace(endings, "").replace(/_|s$/g, "").toLowerCase();
	return subjects.find((subject) => name.endsWith(subject)) ?? name;
};

/** Returns the value of a property in the examples; undefined if none is known. */
export const exampleValue = ({ name: written, parent }: { name: string; parent: string }): unknown => {
	const name = written.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	for (const known of [bySubject[parent.toLowerCase()], bySubject[subjectOf(parent)], byName])
		if (known && Object.hasOwn(known, name)) return known[name];
	return byPattern.find(([pattern]) => pattern.test(name))?.[1];
};
