import { expect, test } from "vitest";
import { type Guarded, may, mayCall, mayEverywhere } from "#app/session/may-call";
import { getApplicant, listApplicants } from "#worker/services/applicants/contract";
import { downloadReport, sendReport } from "#worker/services/application-reports/contract";
import { updateAssignments } from "#worker/services/assignments/contract";
import {
	exportActivities,
	exportModifications,
	listActivities,
	listModifications,
} from "#worker/services/audit-log/contract";
import { listUndoable, undoBatch } from "#worker/services/batches/contract";
import { deleteCourse, setCourseStatus, updateCourse } from "#worker/services/courses/contract";
import { dismissPair, listDuplicates, mergeApplicants } from "#worker/services/duplicates/contract";
import { notifyStage } from "#worker/services/emails/notify.contract";
import { sendEmail } from "#worker/services/emails/sending.contract";
import { makeLetter, makeLetters } from "#worker/services/letters/contract";
import { getOutboxMail, listOutboxMails } from "#worker/services/outbox/contract";
import { listReasons } from "#worker/services/reasons/contract";
import { sendReportNow } from "#worker/services/report-schedules/contract";
import { listSavedViews } from "#worker/services/saved-views/contract";
import { searchEverything } from "#worker/services/search/contract";
import {
	checkStatus,
	exportTransactions,
	getTransaction,
	listTransactions,
	requery,
} from "#worker/services/transactions/contract";
import { listPaymentPlatforms, startPayment } from "#worker/services/transactions/taking.contract";
import { createGroup, listCandidates, listGroups } from "#worker/services/uploaded-candidates/contract";

const standsFor: [string, Guarded, readonly Guarded[]][] = [
	[
		"seeApplicants",
		may.seeApplicants,
		[listApplicants, getApplicant, searchEverything, listSavedViews, listDuplicates],
	],
	[
		"changeApplicants",
		may.changeApplicants,
		[updateAssignments, makeLetter, makeLetters, dismissPair, mergeApplicants, undoBatch, listUndoable],
	],
	["emailApplicants", may.emailApplicants, [sendEmail, notifyStage]],
	["seeReports", may.seeReports, [downloadReport, sendReport]],
	["sendReports", may.sendReports, [sendReportNow]],
	["seeGroups", may.seeGroups, [listGroups, listCandidates]],
	["addGroups", may.addGroups, [createGroup]],
	["takePayments", may.takePayments, [startPayment, listPaymentPlatforms]],
	["seePayments", may.seePayments, [listTransactions, listActivities, listModifications]],
	[
		"readPayments",
		may.readPayments,
		[getTransaction, checkStatus, exportTransactions, exportActivities, exportModifications],
	],
	["queryPayments", may.queryPayments, [requery]],
	["changeCourses", may.changeCourses, [setCourseStatus, updateCourse]],
	["deleteCourses", may.deleteCourses, [deleteCourse]],
	["seeReasons", may.seeReasons, [listReasons]],
	["seeOutbox", may.seeOutbox, [listOutboxMails, getOutboxMail]],
];

test.each(standsFor)("%s requires what its endpoints require", (_name, guard, endpoints) => {
	for (const endpoint of endpoints) expect(new Set(endpoint.access)).toEqual(new Set(guard.access));
});

test("a user with one privilege of each endpoint may call them all", () => {
	const user = { privileges: ["candidate:r"] };
	expect(mayCall(user, listApplicants)).toBe(true);
	expect(mayCall(user, sendEmail)).toBe(false);
	expect(mayCall(user, listApplicants, sendEmail)).toBe(false);
	expect(mayCall({ privileges: [] }, { access: "signed-in" })).toBe(true);
});

test("a privilege that is held at places alone opens nothing of the whole institution", () => {
	const user = { privileges: ["candidate:r", "candiemail:c"], privilegesAtPlaces: ["candiemail:c"] };
	expect(mayEverywhere(user, listApplicants)).toBe(true);
	expect(mayCall(user, sendEmail)).toBe(true);
	expect(mayEverywhere(user, sendEmail)).toBe(false);
});
