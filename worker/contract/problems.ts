import { filesTooLarge, fileTooLarge } from "#worker/contract/forms/accepted-files";
import { screenProblems } from "#worker/contract/screen-problems";

/** Every expected failure: its code, its HTTP status and its text, each written once (§8). */
export const problems = {
	...screenProblems,

	// General
	malformed: { status: 400, message: "The request could not be read. Check its format and try again." },
	invalid: { status: 422, message: "Some of what was sent is not valid." },
	invalid_query: { status: 422, message: "Some of the address is not valid." },
	unauthenticated: { status: 401, message: "You are not logged in. Log in and try again." },
	session_expired: { status: 401, message: "Your session has ended. Log in again." },
	forbidden: { status: 403, message: "You do not have permission to do this." },
	cross_site: { status: 403, message: "This form was not sent from this site. Reload the page and try again." },
	not_found: { status: 404, message: "Not Found" },
	method_not_allowed: {
		status: 405,
		message: "This address does not support this method. The Allow header names those it does.",
	},
	file_too_large: { status: 413, message: fileTooLarge },
	files_too_large: { status: 413, message: filesTooLarge },
	range_unsatisfiable: { status: 416, message: "The file does not have the part that was asked for." },
	key_reused: { status: 422, message: "This form was already sent with other values. Reload the page and try again." },
	in_progress: {
		status: 409,
		message: "The same request is still being worked on. Wait a moment and reload the page.",
	},
	done_already: {
		status: 409,
		message: "This was done the first time, but the response was lost on the way. Reload the page to see it.",
	},

	too_many_tasks: {
		status: 429,
		message: "You have too many files and tasks in progress. Wait until one is done, then try again.",
	},
	unavailable: { status: 503, message: "The service cannot be reached at this moment. Try again in a few seconds." },

	// Signing in
	busy: { status: 503, message: "Many people are signing in at this moment. Wait a few seconds and try again." },
	login_failed: { status: 401, message: "Invalid Username or Password" },
	token_refused: { status: 401, message: "Your session has ended. Log in again." },
	session_unknown: { status: 404, message: "Your session has ended. Log in again." },
	common_password: { status: 422, message: "This password is too common. Choose another one." },

	// Users and roles
	role_exists: { status: 409, message: "A role with this name already exists" },
	role_in_use: { status: 409, message: "This role cannot be deleted as it is held by one or more user(s)" },
	role_changed: { status: 409, message: "This role was changed by somebody else. Reload the page and try again." },
	role_or_place_changed: {
		status: 409,
		message: "A role or a place was changed by somebody else at the same moment. Check the roles and save again.",
	},
	last_administrator: {
		status: 409,
		message: "This would leave nobody who can manage users and roles. Give somebody else a role that can first.",
	},
	user_exists: { status: 409, message: "A user with this email address already exists" },
	user_blocked: { status: 409, message: "This user is blocked. Unblock them first." },
	user_has_signed_in: {
		status: 409,
		message: "This user has signed in before, and the logs name them. Block the account instead.",
	},
	user_has_applicants: {
		status: 409,
		message: "Applicants are assigned to this user. Assign them to somebody else first, or block the account instead.",
	},
	already_confirmed: {
		status: 409,
		message: "This user has chosen a password already. Send a password reset instead.",
	},
	own_account: { status: 409, message: "You cannot block your own account." },
	role_unknown: { status: 422, message: "This role does not exist any more. Choose another one." },
	place_unknown: { status: 422, message: "This part of the institution does not exist any more. Choose another one." },
	privilege_not_held: { status: 403, message: "You can only grant or take away privileges that you hold yourself." },

	// Programs
	api_key_exists: { status: 409, message: "There is an API key with this name already." },
	webhook_exists: { status: 409, message: "There is a webhook with this name already." },
	webhooks_full: { status: 422, message: "There are 20 webhooks already. Delete one first." },
	webhook_refused: { status: 422, message: "Events cannot be sent to this address." },
	webhook_inactive: { status: 409, message: "The webhook is switched off. Switch it on first." },
	delivery_waits: { status: 409, message: "This event is waiting to be sent already." },
	api_keys_full: { status: 422, message: "There are 50 API keys in use already. Revoke one first." },

	// Records of the set-up
	changed_meanwhile: {
		status: 409,
		message: "This was changed by somebody else since you opened it. Compare both, and save again to replace theirs.",
	},

	state_not_restorable: {
		status: 422,
		message: "This former state cannot be restored, because something in it no longer exists or is no longer valid.",
	},

	// Reminders and report schedules
	reminder_not_saved: { status: 409, message: "Failed to Save Reminder" },
	reminder_not_updated: { status: 409, message: "Failed to update Reminder" },
	schedule_not_saved: { status: 409, message: "Failed to Save Schedule" },
	schedule_not_updated: { status: 409, message: "Failed to update Schedule" },
	schedule_just_sent: {
		status: 409,
		message: "This report was sent less than a minute ago. Wait a minute before you send it again.",
	},
	recipient_unknown: { status: 422, message: "A report is sent only to staff who may see application reports." },
	whole_institution_needed: {
		status: 403,
		message: "Your role is for a part of the institution. This needs a role for all of it.",
	},

	// Locations
	location_not_saved: { status: 409, message: "Failed to Save Organization Location" },
	location_not_updated: { status: 409, message: "Failed to update Organization Location" },
	location_not_deleted: { status: 409, message: "Failed to delete Organization Location" },

	// Courses
	course_code_taken: { status: 409, message: "The course code is already in use" },
	course_item_unknown: { status: 422, message: "This faculty or department does not exist. Choose another one." },
	course_in_use: { status: 409, message: "This course cannot be deleted as it is tied to one or more applicant(s)" },

	// Structure
	level_exists: { status: 409, message: "A level with this name already exists" },
	level_in_use: { status: 409, message: "Please delete all {level}s " },
	level_order_wrong: {
		status: 409,
		message: "The levels cannot be in this order: something would be part of one of a level below it. Move it first.",
	},
	level_unknown: { status: 422, message: "This level does not exist. Choose another one." },
	level_item_exists: { status: 409, message: "There is already one with this name there" },
	level_item_misplaced: { status: 422, message: "It cannot be there." },
	level_item_in_use: {
		status: 409,
		message: "Something is part of it or belongs to it, or a role of staff is held there. Move that first.",
	},

	// Application groups
	group_exists: { status: 409, message: "Group already exists" },
	group_in_use: { status: 409, message: "This group has items. Delete them first." },
	group_unknown: { status: 422, message: "This group does not exist. Choose another one." },
	group_item_exists: { status: 409, message: "Group item already exists" },
	group_item_in_use: { status: 409, message: "Applications carry this group item. Take it off them first." },

	// Discount codes and add-ons
	coupon_exists: { status: 409, message: "There is a discount code with this name already." },
	coupon_code_taken: { status: 409, message: "This code is in use already. Choose another one." },
	coupon_wrong: { status: 422, message: "Some of this discount does not fit together." },
	coupon_codes_kept: { status: 409, message: "Codes that were made or used are kept." },
	coupon_in_use: { status: 409, message: "This discount code has been used, so it cannot be deleted." },
	coupon_unknown: { status: 422, message: "There is no such discount code. Check it and try again." },
	coupon_off: { status: 422, message: "This discount code can no longer be used." },
	coupon_not_begun: { status: 422, message: "This discount code cannot be used yet." },
	coupon_expired: { status: 422, message: "This discount code has expired." },
	coupon_used_up: { status: 422, message: "This discount code has been used up." },
	coupon_used_already: { status: 422, message: "This applicant has used this discount code already." },
	coupon_changed: {
		status: 409,
		message: "This discount code was used or changed in this moment. Check what is to be paid and try again.",
	},
	coupon_other_application: { status: 422, message: "This discount code is for another application." },
	coupon_other_currency: { status: 422, message: "This discount code is for another currency." },
	coupon_other_payment: { status: 422, message: "This discount code is for another fee." },
	retention_rule_exists: { status: 409, message: "There is a retention rule with this name already." },
	add_on_exists: { status: 409, message: "There is an add-on with this name already." },
	add_on_refers_wrongly: { status: 422, message: "An application does not exist. Choose again." },

	// Applications
	application_exists: { status: 409, message: "Application already exists" },
	application_in_use: { status: 400, message: "Application is currently in use" },
	application_not_open: { status: 409, message: "This application is not open." },
	application_dates_wrong: { status: 422, message: "The end must be after the beginning." },
	application_refers_wrongly: { status: 422, message: "Something that was chosen cannot be used. Choose again." },
	application_course_in_use: { status: 409, message: "What applicants have chosen cannot be removed." },
	application_workflow_in_use: {
		status: 409,
		message: "The workflow cannot be changed: applicants are at its stages.",
	},

	// Rankings
	ranking_scheme_exists: { status: 409, message: "There is a ranking scheme with this name already." },
	ranking_refers_wrongly: {
		status: 422,
		message: "Something that was chosen is not in the application. Choose again.",
	},

	// Form designs
	form_in_use: { status: 409, message: "Form is currently in use" },
	form_never_published: { status: 409, message: "The form was never published. Delete it instead." },
	form_draft_missing: { status: 409, message: "There is nothing to undo or redo." },
	form_unchanged: { status: 409, message: "The draft is the same as the published version." },
	form_not_ready: { status: 422, message: "The form cannot be published yet. Correct what is listed." },

	// Organisation
	contact_email_wrong: { status: 400, message: "One or more email is in the wrong format" },
	institution_not_updated: { status: 409, message: "Failed to update institution information" },

	// Applicants and workflow
	already_at_stage: { status: 409, message: "The applicant is already at this stage." },
	stage_unknown: { status: 422, message: "This stage does not exist." },
	workflow_exists: { status: 409, message: "Workflow name already exists" },
	workflow_in_use: { status: 409, message: "Workflow is currently in use" },
	workflow_first_stage_missing: {
		status: 422,
		message: "A workflow needs one first stage: a stage of the type Apply, and no second one.",
	},
	workflow_stage_in_use: {
		status: 409,
		message: "Applicants are at a stage that would be removed, or would become another type. Move them first.",
	},
	workflow_refers_wrongly: {
		status: 422,
		message: "A stage refers to something that does not exist. Reload the page and try again.",
	},
	workflow_draft_missing: { status: 409, message: "There is nothing to undo or redo." },
	workflow_unchanged: { status: 409, message: "The draft is the same as the live stages." },
	stage_not_allowed: { status: 409, message: "The workflow does not allow this move." },
	step_not_in_workflow: { status: 422, message: "This stage is not part of the application's workflow." },
	course_not_offered: { status: 422, message: "The application does not offer this choice." },
	location_unknown: { status: 422, message: "This location does not exist." },
	reviewer_unknown: { status: 422, message: "Applicants cannot be assigned to this user. Choose another one." },
	reviewer_cannot_see: { status: 422, message: "This user cannot see the applicant. Choose another one." },
	reviewer_unchanged: { status: 422, message: "The applicant is assigned to this user already." },
	location_unchanged: { status: 422, message: "The applicant is already posted to this location." },
	identity_unchanged: { status: 422, message: "This is what the record says already. Correct something, or cancel." },
	email_taken: { status: 409, message: "Another applicant of this application has this email address." },
	view_exists: { status: 409, message: "A view with this name already exists" },
	view_not_yours: {
		status: 403,
		message: "You may not share a view or change a shared one.",
	},
	too_many_views: { status: 409, message: "There are 30 views already. Delete one that is no longer needed." },
	too_many_pinned: { status: 409, message: "8 views are pinned already. Unpin one first." },
	application_unavailable: { status: 404, message: "Unable to Fetch Application" },

	// Duplicates
	not_comparable: { status: 422, message: "Choose two different applicants of one application." },
	stale_merge: {
		status: 409,
		message: "One of these records has been changed since you opened this page. Review both again.",
	},
	change_pending: {
		status: 409,
		message:
			"A change to one of these records is still in progress, or can still be undone. Try again when it is done.",
	},
	merge_not_undoable: { status: 409, message: "This merge cannot be undone." },

	// Templates
	template_unknown: { status: 422, message: "This template does not exist, or is no longer in use." },
	merge_field_unknown: { status: 422, message: "The template has a merge field that does not exist." },
	letter_not_in_force: {
		status: 409,
		message: "This letter is no longer in force. Reload the page to see what happened to it.",
	},
	merge_field_unclosed: { status: 422, message: "The template has a merge field that is not closed." },
	template_exists: { status: 409, message: "There is a template of this type with this name already." },
	template_in_use: { status: 409, message: "The template is in use, so it cannot be deleted. Deactivate it instead." },
	template_of_system: {
		status: 409,
		message: "A system template cannot be changed or deleted. Copy it, and change the copy.",
	},
	template_draft_missing: { status: 409, message: "There is nothing to undo or redo." },
	test_not_sent: { status: 502, message: "The test could not be sent. Try again later." },
	merge_field_empty: { status: 422, message: "The text has a merge field that cannot be filled here." },

	// Writing to applicants
	recipients_changed: { status: 409, message: "The list has changed since you opened this. Review it again." },
	no_recipients: { status: 422, message: "There is nobody to email." },
	sms_off: { status: 422, message: "SMS is switched off. The operator of the portal can set it up." },
	task_not_failed: { status: 409, message: "This task has not failed, or nothing of it is left to try again." },
	stage_writes_nothing: { status: 422, message: "This stage has no email template in use." },
	stage_mail_broken: {
		status: 422,
		message: "The email of this stage cannot be sent. Edit the template, or turn off notifications.",
	},
	selection_changed: { status: 409, message: "The list has changed since you opened this. Review it again." },
	release_empty: { status: 422, message: "None of these applicants can be in this release. Choose others." },
	release_too_large: { status: 422, message: "A release can have at most 10,000 applicants. Choose fewer." },
	release_changed: { status: 409, message: "The release has changed since you opened this. Review it again." },
	release_frozen: {
		status: 409,
		message: "This release was proposed already. Send it back to change its applicants.",
	},
	release_not_proposed: { status: 409, message: "This release is not waiting for that. Review it again." },
	release_not_approved: { status: 409, message: "This release is not approved. Another person must approve it first." },
	release_same_person: {
		status: 409,
		message: "You proposed this release, so another person must approve it.",
	},
	release_time_past: { status: 422, message: "This time is over. Choose a later one, or release it now." },
	release_begun: { status: 409, message: "This release has begun or was cancelled, and can no longer be cancelled." },
	undo_too_late: {
		status: 409,
		message: "This change can no longer be undone: the time for it is over. Change it back instead.",
	},
	email_not_failed: { status: 409, message: "This email is on its way, or has been sent." },

	// Reports
	not_staff: { status: 422, message: "Reports go to your own staff only." },

	// Reasons
	reason_exists: { status: 409, message: "There is a reason with this text already." },
	reason_in_use: {
		status: 409,
		message: "This reason has been used, so it cannot be deleted. Stop offering it instead.",
	},
	reason_unknown: { status: 422, message: "This reason no longer exists. Choose another one." },
	reasons_full: { status: 422, message: "There are 200 reasons already. Delete one first." },

	// Files to be downloaded
	nothing_to_export: { status: 422, message: "There is nobody to export." },
	export_too_large: {
		status: 422,
		message: "This is more than one file can hold. Narrow the list, or choose fewer columns.",
	},

	// Payments
	platform_down: { status: 503, message: "Payment platform is currently down kindly retry later" },
	platform_not_configured: { status: 409, message: "No {platform} configs could be loaded." },
	paylog_invalid: { status: 400, message: "Invalid paylog ID" },
	paylog_exists: { status: 409, message: "Provided paylog id already exists" },
	paylog_unknown: { status: 404, message: "Please use the correct paylog ID" },
	bank_account_missing: { status: 404, message: "No bank account has been entered." },
	signature_refused: { status: 401, message: "The signature of this call is missing or wrong." },
	currency_not_taken: { status: 422, message: "This platform does not take this currency. Choose another one." },
	add_on_unavailable: { status: 422, message: "One of the add-ons is not offered here. Choose again." },
	exception_resolved: { status: 409, message: "This was resolved already. Reload the page to see what was done." },
	exception_unfit: { status: 422, message: "This cannot be done about an exception of this kind." },
	exception_amount_needed: { status: 422, message: "The platform does not say how much was paid. Enter the amount." },
	payment_not_involved: { status: 422, message: "Choose one of the payments that are shown." },
	payment_changed: {
		status: 409,
		message: "The payment has changed since you opened it. Reload the page and try again.",
	},
	platform_knows_none: {
		status: 409,
		message: "The payment platform knows no payment by this reference. Dismiss the exception, or try again later.",
	},
	applicant_unknown: { status: 422, message: "There is no such applicant among those that you can see." },
	still_admitted: {
		status: 409,
		message: "The applicant is still admitted. Change the stage first, or keep the admission with a reason.",
	},
	payment_refused: { status: 422, message: "The payment platform does not accept this payment." },
	day_in_future: { status: 422, message: "Choose today or an earlier day." },
	day_not_over: { status: 422, message: "A day can be closed when it is over." },
	day_closed: { status: 409, message: "This day is closed already." },
	day_changed: { status: 409, message: "The sums have changed since you opened this day. Review them again." },
	no_pending_payments: { status: 422, message: "No payment since that day is pending." },
	log_empty: { status: 422, message: "There is no entry to export." },
	no_transactions: { status: 422, message: "There is no transaction to export." },

	// Uploaded candidates
	candidate_group_not_created: { status: 409, message: "Unable to create candidate group" },
	candidate_group_not_updated: { status: 409, message: "Unable to update candidate group" },
	candidate_group_not_deleted: { status: 409, message: "Unable to delete candidate group" },
	candidate_group_unavailable: { status: 404, message: "Unable to fetch candidate group" },
	candidate_number_taken: { status: 409, message: "Another candidate of this group has this JAMB number." },
	candidate_known: { status: 409, message: "This may be somebody who is known already." },
	import_running: { status: 409, message: "An import is changing this group. Try again when it is done." },
	import_elsewhere: {
		status: 409,
		message: "This import has changed since you opened it, or another one is running. Review it again.",
	},
	import_adds_nothing: { status: 422, message: "There is nothing in this list to add or to update." },

	// Forms
	form_update_failed: { status: 500, message: "Unable to update applicant details" },

	// Referees
	reference_link_unknown: {
		status: 404,
		message: "This link does not exist. Open it from the email, or copy the whole link.",
	},
	reference_link_expired: {
		status: 410,
		message: "This link has expired, or you were sent a newer one. Open the newest email.",
	},
	reference_received: {
		status: 409,
		message: "This referee has given the reference, so they can no longer be corrected or removed.",
	},
	referee_changed: {
		status: 409,
		message: "This referee was changed by somebody else since you opened this. Review it again.",
	},
	referee_named: { status: 409, message: "Another referee of this applicant has this email address." },
	referee_not_wanted: { status: 422, message: "The form asks for no further referee of this kind." },
	referee_not_asked: { status: 422, message: "The referee could not be asked for a reference." },
	reference_given: { status: 410, message: "This reference has been given. There is nothing more for you to do." },

	// Notifications
	notification_unreadable: { status: 404, message: "Unable to read notification" },
	notification_undeletable: { status: 404, message: "Unable to delete notifications" },
	socket_refused: { status: 401, message: "The live connection was refused. Reload the page." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;

/** An expected failure as services and screens see it (§8); `http/problem-response.ts` says how it travels. */
export interface Problem<Code extends ProblemCode = ProblemCode> {
	code: Code;
	/** HTTP status, or 600 when no answer came. */
	status: number;
	error: string;
	fields?: Record<string, string[]>;
	/** What the problem is about, for screens that show it: the current version of a stale record. */
	details?: Record<string, unknown>;
	requestId?: string;
}

/** What one occasion adds to a problem of the table. */
export interface Occasion {
	message?: string;
	fields?: Record<string, string[]>;
	details?: Record<string, unknown>;
}

/** Returns a problem of the table with what this occasion adds to it. */
export const problem = <Code extends ProblemCode>(code: Code, { message, ...rest }: Occasion = {}): Problem<Code> => ({
	code,
	status: problems[code].status,
	error: message ?? problems[code].message,
	...rest,
});
