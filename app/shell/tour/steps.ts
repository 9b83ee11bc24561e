import type { Guarded } from "#app/session/may-call";
import { may } from "#app/session/may-call";

/** One step of the tour: what it points at, and what is said of it. */
export interface TourStep {
	/** A selector. The first element of it that is seen is pointed at; without one the step is left out. */
	target: string;
	title: string;
	/** With `{course}` for the institution's word. */
	text: string;
}

export interface TourScreen {
	/** Below the institution's address. */
	path: RegExp;
	steps: readonly TourStep[];
	/** A screen to which the tour of another one leads on: its address and its name. */
	leadsTo?: { path: string; label: string; calls: Guarded };
}

/** What is around every screen. */
export const frameSteps: readonly TourStep[] = [
	{
		target: "nav[aria-label='Main'], nav[aria-label='Main, small screen']",
		title: "Navigation",
		text: "Every screen that your role opens: applicants, payments, users and more. Each has keys of its own, such as g then p.",
	},
	{
		target: "header a[title='Search or run a command']",
		title: "Search and commands",
		text: "Finds applicants, payments and screens, and runs whatever a button can do. Ctrl+K, or ⌘K on a Mac, opens it from anywhere.",
	},
	{
		target: "header a[href$='/notices']",
		title: "Notifications",
		text: "Tells you when work in the background has ended, and how many notifications are new.",
	},
	{
		target: "header [aria-label='Settings']",
		title: "Settings",
		text: "System settings, templates, workflows and payments, as far as your role opens them. The theme and the height of rows are here too.",
	},
	{
		target: "header [aria-label^='Account of']",
		title: "Your account",
		text: "Your profile and roles, and where you log out.",
	},
	{
		target: "header [data-tour]",
		title: "Tour Guide",
		text: "Shows you around the screen that is open, whenever you need it. Press ? for the list of keys.",
	},
];

const list = (
	what: string,
	text = "Press a row to open it. The arrow keys move between rows, and a heading that can be pressed sorts the list.",
): TourStep => ({ target: "#main table", title: `The ${what}`, text });

const search: TourStep = {
	target: "#list-search",
	title: "Search",
	text: "Narrows the list down. Press / to come here from anywhere on the page.",
};

/** The main action of a page: to create what it lists. */
const create = (title: string, text: string): TourStep => ({ target: "#main header .button-primary", title, text });

const filters = (text: string): TourStep => ({
	target: "#main form[role='search'] select, #main form[role='search'] [name='from']",
	title: "Filters",
	text,
});

/** Moving those who were found: it begins at the judged and at a ranking, and asks the same. */
const move: TourStep = {
	target: "#main a[href*='/applicants/stage?']",
	title: "Move them",
	text: "Nobody is moved by the machine. You choose the stage, see what will be sent, and confirm.",
};

const exportLog: TourStep = {
	target: "#main header a[href*='/export']",
	title: "Export",
	text: "The entries that match the filters as an Excel workbook.",
};

/** The screens in the order in which the tour leads through them. The first whose path matches is shown. */
export const tourScreens: readonly TourScreen[] = [
	{
		path: /^dashboard$/,
		leadsTo: { path: "dashboard", label: "Dashboard", calls: may.seeDashboard },
		steps: [
			{
				target: "section[aria-labelledby='needs-today']",
				title: "What needs you today",
				text: "Counts what waits for somebody. Each count leads to the very rows.",
			},
			{
				target: "form[aria-label='Filters of the dashboard']",
				title: "Filters",
				text: "Limit every figure to an application, a part of the institution or a period. The address keeps them, so you can send it to a colleague.",
			},
			{
				target: "#main svg[role='img'], #main table",
				title: "Charts",
				text: "A bar or a point leads to the applicants or payments behind it. Each chart has a table with the same figures.",
			},
			{
				target: "#main header a[href*='format=xlsx']",
				title: "Downloads",
				text: "The dashboard as an Excel workbook or a PDF, with the filters that you chose.",
			},
		],
	},
	{
		path: /^applicants\/(?!views|filters|applications)[^/]+(\/(attachments|letter|referees|emails|activity-log|transactions))?$/,
		steps: [
			{
				target: "dialog[data-sheet] h2",
				title: "The applicant",
				text: "Name, number, {course} and current stage. The colour of the stage is the same everywhere.",
			},
			{
				target: "dialog[data-sheet] header .button-primary",
				title: "Process Application",
				text: "Moves the applicant to another stage. Before anything is sent, you see what will be.",
			},
			{
				target: "dialog[data-sheet] [aria-label='More actions']",
				title: "More actions",
				text: "Change the {course}, post to a location, edit the form, send an email.",
			},
			{
				target: "dialog[data-sheet] a[aria-label='Download applicant form']",
				title: "Applicant form",
				text: "Downloads the form as a document to print.",
			},
			{
				target: "dialog[data-sheet] nav[aria-label='Applicant']",
				title: "Tabs",
				text: "The form, referees, attachments, letters, emails, the activity log and transactions. [ and ] go from tab to tab.",
			},
			{
				target: "dialog[data-sheet] a[aria-label='Close']",
				title: "Back to the list",
				text: "Esc closes the record. j and k open the next and the previous applicant of the list.",
			},
		],
	},
	{
		path: /^applicants$/,
		leadsTo: { path: "applicants", label: "Process Applicants", calls: may.seeApplicants },
		steps: [
			{
				target:
					"#main header [name='application'], #main header [role='combobox'], #main header a[href*='/applications']",
				title: "Application",
				text: "The list shows the applicants of one application. Choose another one here.",
			},
			{
				target: "nav[aria-label='Stages']",
				title: "Stages",
				text: "The stages of the workflow in order, each with its number of applicants.",
			},
			{
				...search,
				text: "Finds applicants by name, number or email while you type. Press / to come here.",
			},
			{
				target: "table[aria-label='Applicants']",
				title: "Applicants",
				text: "Press a row to open the applicant. Tick several rows to move them or write to them together: j and k move, x ticks.",
			},
			{
				target:
					"#main header button[formaction$='/export'], #main header a[href*='/export'], #main header [aria-label='Actions on the list']",
				title: "Use the list",
				text: "Send an email to all who match, or export them as a file.",
			},
		],
	},
	{
		path: /^process-ai$/,
		leadsTo: { path: "process-ai", label: "Assistant", calls: may.seeApplicants },
		steps: [
			{
				target: "#main textarea[name='q']",
				title: "In your words",
				text: "Describe who you look for: subjects, scores, states, payments. Your words become criteria that you can change.",
			},
			{
				target: "#main select[name='stage']",
				title: "Applicants at",
				text: "Judges the applicants at one stage only, or at any.",
			},
			{
				target: "#main button[name='by']",
				title: "Without words",
				text: "Choose the criteria from a list instead.",
			},
			{
				target: "#main nav[aria-label='Saved criteria']",
				title: "Saved criteria",
				text: "Begin with what you or a colleague saved, also from last year.",
			},
			{
				target: "#main nav[aria-label='Judged applicants']",
				title: "The result",
				text: "Who meets all criteria, who does not, and who cannot be determined, each with the answers that decided.",
			},
			move,
			{
				target: "#main header a[href$='/rankings']",
				title: "Rankings",
				text: "Gives points instead, and proposes who gets the free seats of each {course}.",
			},
		],
	},
	{
		path: /^rankings$/,
		leadsTo: { path: "rankings", label: "Rankings", calls: may.seeApplicants },
		steps: [
			create("New ranking scheme", "Says what gives points, how many seats each {course} has and how they are shared."),
			search,
			list("schemes", "Open a scheme to rank the applicants, and to see who is proposed for the free seats."),
		],
	},
	{
		path: /^rankings\/(?!new$)[^/]+$/,
		steps: [
			{
				target: "#main header form button",
				title: "Rank applicants",
				text: "Gives every applicant their points again. It proposes, and moves nobody.",
			},
			{
				target: "#main table[aria-label='Board']",
				title: "The board",
				text: "The seats of each {course}, and the lowest score that is proposed for each share. Open one to see its applicants and why.",
			},
			move,
		],
	},
	{
		path: /^uploaded-candidates$/,
		leadsTo: { path: "uploaded-candidates", label: "Uploaded Candidates", calls: may.seeGroups },
		steps: [
			create(
				"New group",
				"Starts a group for one list of people who may apply, such as JAMB's. Open it to upload the list.",
			),
			search,
			list("groups", "How many candidates each list has, and how many of them have applied."),
		],
	},
	{
		path: /^applications$/,
		leadsTo: { path: "applications", label: "Applications", calls: may.seeApplications },
		steps: [
			create("New application", "Sets up an intake: its form, its workflow, its {courses} and when it is open."),
			search,
			filters("Only applications that are active, or open now, not yet open or closed."),
			list(
				"applications",
				"When each is open, and how many have applied. Press a row to change it or to copy it for the next session.",
			),
		],
	},
	{
		path: /^courses$/,
		leadsTo: { path: "courses", label: "{Courses}", calls: may.seeCourses },
		steps: [
			create("New {course}", "Adds one {course}. Applications then choose among those that are active."),
			{
				target: "#main header a[href$='/courses/upload'], #main header a[href*='/courses/upload?']",
				title: "Upload {courses}",
				text: "Adds a whole list from a file: you see what is wrong with it before, and can undo it afterwards.",
			},
			search,
			filters("Only {courses} of one part of the institution, or of one status."),
			list(
				"{courses}",
				"Where each belongs and how many have applied. The menu of a row switches it off, so that nobody else applies.",
			),
		],
	},
	{
		path: /^transactions$/,
		leadsTo: { path: "transactions", label: "Transactions", calls: may.seePayments },
		steps: [
			{ ...search, text: "Finds payments by email, reference, RRR or the payer's name." },
			{
				target: "#main form [name='status']",
				title: "Filters",
				text: "Limit the list to a status, a platform or days.",
			},
			{
				target: "#main header a[href*='/query']",
				title: "Query Multiple Transactions",
				text: "Asks the payment platforms again about all pending payments of a day.",
			},
			{
				target: "#main header a[href*='/export']",
				title: "Export",
				text: "Makes a file of the payments and downloads it when it is ready.",
			},
			{
				target: "table[aria-label='Transactions']",
				title: "Transactions",
				text: "Each payment with its platform and status. Its menu checks the status and shows the details.",
			},
		],
	},
	{
		path: /^forms$/,
		leadsTo: { path: "forms", label: "Forms", calls: may.seeForms },
		steps: [
			create("New form", "Starts a form for applicants to fill in, from nothing or from a file."),
			search,
			list("forms"),
		],
	},
	{
		path: /^forms\/[^/]+$/,
		steps: [
			{
				target: "section[aria-labelledby='sections']",
				title: "Sections and fields",
				text: "The form in order. Every field says what it asks, whether it is required and where it is shown.",
			},
			{
				target: "#main header .button-primary",
				title: "Publish",
				text: "Applicants see the form as it was published last. Your changes are a draft until then.",
			},
		],
	},
	{
		path: /^templates$/,
		leadsTo: { path: "templates", label: "Templates", calls: may.seeTemplates },
		steps: [
			{
				target: "nav[aria-label='Templates']",
				title: "Kinds of template",
				text: "Emails, documents such as offer letters, and SMS each have a list.",
			},
			create("New template", "Opens an empty template in a new tab."),
			{
				target: "section[aria-labelledby='own']",
				title: "Your templates",
				text: "Made by your institution. The list says which stages and reminders use each of them.",
			},
			{
				target: "section[aria-labelledby='system']",
				title: "System templates",
				text: "They come with the product. Copy one to change it.",
			},
		],
	},
	{
		path: /^workflow$/,
		leadsTo: { path: "workflow", label: "Workflow Process", calls: may.seeWorkflows },
		steps: [
			create("New workflow", "Creates the series of stages that the applicants of an application go through."),
			search,
			list("workflows"),
		],
	},
	{
		path: /^workflow\/[^/]+$/,
		steps: [
			{
				target: "section[aria-labelledby='stages'] h2",
				title: "Stages in order",
				text: "Each card is a stage: what is sent when an applicant comes to it, and where it leads.",
			},
			{
				target: "section[aria-labelledby='stages'] li",
				title: "A stage",
				text: "Edit it, remove it, or move it earlier or later with the arrows.",
			},
			{
				target: "section[aria-label='Draft']",
				title: "The draft",
				text: "What you change is kept here first. Undo takes it back, and publishing makes it what applicants go through.",
			},
			{
				target: "#main header a[href$='/stages/new']",
				title: "Add stage",
				text: "Adds a stage to the end of the workflow.",
			},
		],
	},
	{
		path: /^users(\/roles)?$/,
		leadsTo: { path: "users", label: "Users", calls: may.seeStaff },
		steps: [
			{
				target: "nav[aria-label='Users and roles']",
				title: "Users and roles",
				text: "A role says what its holders may do. A user holds one or more of them, each at a place of the institution.",
			},
			create("Add people and roles", "Invites a colleague by email, or creates a role."),
			search,
			list("list"),
		],
	},
	{
		path: /^audit-log$/,
		leadsTo: { path: "audit-log", label: "Activity Log", calls: may.seePayments },
		steps: [
			filters("Only what one user did, or what was done to one applicant, of a status or between days."),
			{
				target: "table[aria-label='Activity Log']",
				title: "The entries",
				text: "Who did what, when and from where. Press a name, or what it is about, for only such entries. Nothing in it can be changed.",
			},
			exportLog,
		],
	},
	{
		path: /^modification-log$/,
		leadsTo: { path: "modification-log", label: "Modification log", calls: may.seePayments },
		steps: [
			filters("Only changes by one user, of one applicant or one field, or between days."),
			{
				target: "table[aria-label='Modification log']",
				title: "Before and after",
				text: "Each field that was changed, with its value before and afterwards. Press a field for only its changes.",
			},
			exportLog,
		],
	},
	{
		path: /^configurations$/,
		leadsTo: { path: "configurations", label: "System Settings", calls: may.seeSettings },
		steps: [
			{
				target: "#main a[href$='/configurations/institution']",
				title: "Institution",
				text: "Its name, address, time zone and its word for a course.",
			},
			{
				target: "#main a[href$='/configurations/stage-changes']",
				title: "Time to undo",
				text: "How long emails wait after a stage change, so that a mistake can be taken back.",
			},
			{
				target: "#main header a[href$='/history']",
				title: "History",
				text: "Who changed which setting, and when.",
			},
		],
	},
];

/** What most other screens have. */
export const otherSteps: readonly TourStep[] = [
	{ target: "#main h1", title: "This screen", text: "Its title, with the actions of the whole page beside it." },
	create("Main action", "What the page is for comes first. The palette has it too, from anywhere."),
	search,
	list("list"),
];
