import type { FormData } from "#worker/contract/forms/form-schema";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { searchText } from "#worker/contract/text/search-text";
import { fullAnswers, leanAnswers, percentComplete, refereeAnswers, unfinished } from "./answers";
import { correctionsOf } from "./corrections";
import type { Likeness } from "./duplicates";
import { documentFiles, documentKey } from "./files";
import { historyOf, pathTo, reachableStep, staysOf } from "./history";
import type { Row, Rows } from "./insert";
import type { Institution } from "./institution";
import { transactionsOf } from "./money/transactions";
import { asciiName, type PersonName, personName } from "./names";
import type { People } from "./people";
import { portraitKey, portraitOf } from "./portraits";
import { createRandom, inOrder, type Random } from "./random";
import type { DemoApplication, Setup } from "./setup";
import { day, hour } from "./times";

export interface MadeApplicant {
	applicant: Row<"applicants">;
	data: FormData;
	corrections: Row<"modificationEntries">[];
	rows: Rows;
}

/** What determines an applicant: the same plan makes the same applicant. */
export interface ApplicantPlan {
	application: DemoApplication;
	/** The number of the applicant among those of the application. */
	index: number;
	registeredAt: number;
	/** Whether there are only the required answers and one line of log, for a measurement with many applicants. */
	lean: boolean;
}

interface Refereed {
	applicantId: string;
	person: PersonName;
	invitedAt: number;
}

export interface MakeWith {
	seed: number;
	now: number;
	/** Returns the size of a stored file in bytes. */
	fileSize: (key: string) => number;
	/** Where the portal is reached: emails link to it. */
	origin: string;
}

const mailHosts = ["mailbox.example", "inbox.example", "postbox.example", "students.example"];
const referenceLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const publicIdLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const emailOf = (random: Random, { firstName, lastName }: PersonName): string => {
	const [first, last] = [asciiName(firstName), asciiName(lastName)];
	const style = random.weighted([
		[`${first}.${last}`, 4],
		[`${last}${first}`, 2],
		[`${first}${last.slice(0, 1)}`, 1],
		[`${first}_${last}`, 1],
	] as const);
	return `${style}${random.chance(0.8) ? random.between(1, 2009) : ""}@${random.pick(mailHosts)}`;
};

/** Stages at which somebody is responsible for an applicant. */
const assignedTypes = new Set(["IN_REVIEW", "KEEP_IN_VIEW", "FOLLOW_UP", "RECOMMENDED_ONE"]);

const titles = ["Dr", "Prof.", "Mr", "Mrs", "Engr.", "Pastor", "Mallam"];

/** Returns a function that makes an institution's applicants, one at a time. */
export const applicantMaker = (
	institution: Institution,
	setup: Setup,
	people: People,
	{ seed, now, fileSize }: MakeWith,
) => {
	const organisationId = institution.id;
	const places = setup.rows.locations;

	/** why by the number: the other values of the demo stay what they are. */
	const reviewerAt = (type: string, courseId: string, index: number) => {
		const reviewers = people.reviewersOf(courseId);
		return assignedTypes.has(type) ? (reviewers[index % reviewers.length]?.id ?? null) : null;
	};

	const refereesOf = (random: Random, plan: ApplicantPlan, applicant: Refereed) => {
		const { applicantId, person, invitedAt } = applicant;
		const kinds = plan.application.layout.sections.flatMap(({ refereeSectionType = [] }) => refereeSectionType);
		return kinds.slice(0, 2).map((kind): Row<"referees"> => {
			const referee = personName(random);
			const submitted = random.chance(0.62);
			return {
				organisationId,
				id: random.id("f"),
				applicantId,
				name: `${random.pick(titles)} ${referee.firstName} ${referee.lastName}`,
				email: `${asciiName(referee.firstName)[0] ?? ""}.${asciiName(referee.lastName)}@${random.pick(["college.example", "school.example", "university.example"])}`,
				phone: `0800 ${random.text(3, "123456789")} ${random.text(4, "0123456789")}`,
				status: submitted ? "submitted" : "pending",
				data: submitted ? refereeAnswers(random, person) : null,
				kind,
				invitedAt,
				answeredAt: submitted ? Math.min(now, invitedAt + random.between(2, 400) * hour) : null,
				createdAt: plan.registeredAt,
			};
		});
	};

	const photographOf = (random: Random, submissionId: string, photo: string, at: number) => ({
		organisationId,
		submissionId,
		createdAt: at,
		id: random.id("b"),
		fieldId: "passport",
		title: "Passport photograph",
		section: "Personal details",
		name: "passport.jpg",
		mimetype: "image/jpeg",
		size: fileSize(photo),
		objectKey: photo,
	});

	const documentsOf = (random: Random, submissionId: string, at: number) =>
		documentFiles.map(({ fieldId, title, name, file, mimetype }) => ({
			organisationId,
			submissionId,
			createdAt: at,
			id: random.id("b"),
			fieldId,
			title,
			section: "Documents",
			name,
			mimetype,
			size: fileSize(documentKey(file)),
			objectKey: documentKey(file),
		}));

	return (plan: ApplicantPlan, seq: number, serial: number, likeness?: Likeness): MadeApplicant => {
		const { application, index, registeredAt, lean } = plan;
		const random = createRandom(seed, organisationId, application.plan.key, lean ? "lean" : "full", index);
		const person = { ...personName(random), ...likeness?.person };
		const course = random.weighted(application.weightedCourses);
		const drawnId = random.id("a");
		const id = inOrder(drawnId, seq);
		const submissionId = inOrder(random.id("s"), seq);
		const email = emailOf(random, person);
		const latest = Math.min(now, now - (application.plan.closed - 45) * day);
		const step = reachableStep(random, application.steps, application.plan.stages, (latest - registeredAt) / day);
		const started = step.type === "REGISTRATION";

		const place = random.pick(places);
		const fullPath = pathTo(random, application.steps, step);
		// why: of the many only the last change is kept.
		const path = lean ? fullPath.slice(-2) : fullPath;
		const log = historyOf(random, {
			organisationId,
			applicantId: id,
			path,
			courseTitle: course.title,
			placeName: place.name,
			registeredAt,
			now,
			reviewers: people.reviewersOf(course.id),
			latest: Math.max(latest, registeredAt),
		});
		const lastChange = log.findLast(({ type }) => type === "STAGE_CHANGE");
		const lastReview = log.findLast(({ actorId }) => actorId);
		const submittedAt = started ? null : (log[0]?.createdAt ?? registeredAt);
		const acceptedAt = step.type === "ACCEPTED" ? (lastChange?.createdAt ?? null) : null;
		const invited = fullPath.some(({ type }) => type === "INVITATION");
		const photo = lean && started ? null : portraitKey(portraitOf(random, person));

		const answersOf = { person, email, courseTitle: course.title, at: registeredAt, layout: application.layout };
		const whole = lean ? leanAnswers(random, answersOf) : fullAnswers(random, answersOf);
		const own = started ? unfinished(whole, application.layout, random.between(1, 4)) : whole;
		const answers = likeness ? { ...own, data: { ...own.data, ...likeness.answers } } : own;
		const { firstName, middleName, lastName } = person;
		const names = { firstName, middleName, lastName };
		const applicationNumber = `${institution.numberPrefix}/${application.plan.year}/${serial}`;
		const reference = `${institution.numberPrefix}-${random.text(8, referenceLetters)}`;
		const updatedAt = log.at(-1)?.createdAt ?? registeredAt;

		const applicant = {
			seq,
			organisationId,
			id,
			applicationId: application.id,
			applicationNumber,
			reference,
			...names,
			email,
			courseId: course.id,
			stepId: step.id,
			submissionId,
			photoKey: photo,
			registeredAt,
			updatedAt,
			locationId: invited && random.chance(0.85) ? place.id : null,
			reviewerId: lean || index % 3 === 0 ? null : reviewerAt(step.type, course.id, index),
			publicId: random.text(24, publicIdLetters),
			stageChangedAt: lastChange?.createdAt ?? registeredAt,
			lastReviewedAt: lastReview?.createdAt ?? null,
			lastReviewedBy: lastReview?.reviewedBy ?? null,
			version: 1 + log.length,
			searchText: searchText(institution.searchKey, { ...names, applicationNumber, email, reference }),
		};
		const { data, repeats } = answers;
		const submission = {
			organisationId,
			id: submissionId,
			applicantId: id,
			formDesignId: application.formDesignId,
			designVersion: application.designVersion,
			data,
			repeats,
			submittedAt,
			percentComplete: started ? percentComplete(application.layout, data, new Set(photo ? ["passport"] : [])) : 100,
			updatedAt: submittedAt ?? registeredAt,
		};
		const rows = { applicants: [applicant], submissions: [submission], applicantLog: log };
		// why not of the many: their history has the last change alone.
		if (lean) return { applicant, data, corrections: [], rows };

		const invitedAt = submittedAt ?? registeredAt;
		const referees = started ? [] : refereesOf(random, plan, { applicantId: id, person, invitedAt });
		const attachments = [
			...(photo ? [photographOf(random, submissionId, photo, invitedAt)] : []),
			...(started || !photo ? [] : documentsOf(random, submissionId, invitedAt)),
		];
		const identityKeys = applicantKeysOf({ ...names, email }, application.layout, data).map((key) => ({
			organisationId,
			scope: application.id,
			key,
			ownerId: id,
		}));
		const corrections = correctionsOf(log, data, { seed, emailOf: people.emailOf });
		const payer = {
			organisationId,
			applicantId: id,
			application,
			courseId: course.id,
			email,
			searchKey: institution.searchKey,
			timeZone: "Africa/Lagos",
			name: [firstName, middleName, lastName].filter(Boolean).join(" "),
			registeredAt,
			submittedAt,
			acceptedAt,
		};
		const transactions = transactionsOf(payer, { seed, drawnId, now });
		const stageStays = staysOf(log, { path, registeredAt }).map((stay) => ({
			organisationId,
			applicantId: id,
			applicationId: application.id,
			courseId: course.id,
			...stay,
		}));
		const all = {
			...rows,
			stageStays,
			referees,
			attachments,
			transactions,
			modificationEntries: corrections,
			identityKeys,
		};
		return { applicant, data, corrections, rows: all };
	};
};
