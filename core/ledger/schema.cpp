// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/schema.h"

namespace parsimony::ledger {

// `ledger` is the single truth and can only be added to; REPLACE is caught by the rule that a row must be the
// next one (SQLite runs no DELETE triggers for it). Its times are days; `clocks` holds the exact times of
// rows, which the chain does not cover and no shared copy gets (PRIVACY rule 30). `blobs` holds large
// released values under their hash. `checkpoints` is the one table that changes in place: the latest durable
// state of a trial that runs. All views read `ledger`.
const std::string projectSchema = std::string("CREATE ") + clocksTable + ";" + R"sql(
CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    kind TEXT NOT NULL,
    dataset INTEGER,
    part INTEGER,
    experiment INTEGER,
    trial INTEGER,
    class TEXT NOT NULL CHECK (class IN ('released', 'public', 'curator')),
    mu_squared REAL CHECK (mu_squared >= 0),
    mu_squared_exact TEXT CHECK ((mu_squared_exact IS NULL) = (mu_squared IS NULL)),
    epsilon REAL CHECK (epsilon >= 0),
    delta REAL CHECK (delta >= 0),
    salt BLOB,
    commitment BLOB CHECK ((commitment IS NULL) = (class <> 'curator')),
    body TEXT,
    prev BLOB NOT NULL CHECK (length(prev) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
);
CREATE INDEX ledger_kind ON ledger (kind);
CREATE INDEX ledger_dataset ON ledger (dataset, kind) WHERE trial IS NULL;
CREATE INDEX ledger_part ON ledger (part, kind, mu_squared, epsilon, delta) WHERE part IS NOT NULL;
CREATE INDEX ledger_experiment ON ledger (experiment, kind, part, trial, mu_squared) WHERE experiment IS NOT NULL;
CREATE INDEX ledger_trial ON ledger (trial, kind) WHERE trial IS NOT NULL;

CREATE TRIGGER ledger_next BEFORE INSERT ON ledger
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM ledger)
BEGIN SELECT raise(ABORT, 'the ledger only takes the next row'); END;
CREATE TRIGGER ledger_chain BEFORE INSERT ON ledger
    WHEN NEW.prev IS NOT coalesce((SELECT hash FROM ledger WHERE seq = NEW.seq - 1), zeroblob(32))
BEGIN SELECT raise(ABORT, 'the ledger only takes a row that follows its last'); END;
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
BEGIN SELECT raise(ABORT, 'the ledger can only be added to'); END;
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
BEGIN SELECT raise(ABORT, 'the ledger can only be added to'); END;

CREATE TABLE blobs (
    sha256 BLOB PRIMARY KEY CHECK (length(sha256) = 32),
    bytes BLOB NOT NULL
);
CREATE TRIGGER blobs_no_replace BEFORE INSERT ON blobs
    WHEN EXISTS (SELECT 1 FROM blobs WHERE sha256 = NEW.sha256)
BEGIN SELECT raise(ABORT, 'released values can only be added to'); END;
CREATE TRIGGER blobs_no_update BEFORE UPDATE ON blobs
BEGIN SELECT raise(ABORT, 'released values can only be added to'); END;
CREATE TRIGGER blobs_no_delete BEFORE DELETE ON blobs
BEGIN SELECT raise(ABORT, 'released values can only be added to'); END;

CREATE TABLE checkpoints (
    trial INTEGER PRIMARY KEY,
    attempt INTEGER NOT NULL,
    step INTEGER NOT NULL,
    sha256 BLOB NOT NULL,
    state BLOB NOT NULL
);

CREATE VIEW caps AS
    SELECT dataset, seq AS row, time, json_extract(body, '$.epsilon') AS epsilon,
           json_extract(body, '$.delta') AS delta, json_extract(body, '$.reason') AS reason
    FROM ledger WHERE kind IN ('cap', 'cap_raised');
CREATE VIEW datasets AS
    SELECT d.dataset AS id, json_extract(d.body, '$.name') AS name,
           json_extract(d.body, '$.visibility') AS visibility, json_extract(d.body, '$.adjacency') AS adjacency,
           json_extract(d.body, '$.rows_per_person') AS rows_per_person,
           (SELECT epsilon FROM caps c WHERE c.dataset = d.dataset ORDER BY c.row DESC LIMIT 1) AS epsilon,
           (SELECT delta FROM caps c WHERE c.dataset = d.dataset ORDER BY c.row DESC LIMIT 1) AS delta,
           json_extract(d.body, '$.facts') AS facts
    FROM ledger d WHERE d.kind = 'dataset';
CREATE VIEW parts AS
    SELECT part AS id, dataset, json_extract(body, '$.name') AS name, json_extract(body, '$.public') AS public,
           json_extract(body, '$.account') AS account, json_extract(body, '$.facts') AS facts
    FROM ledger WHERE kind = 'part';
CREATE VIEW experiments AS
    SELECT e.experiment AS id, e.dataset, e.time AS started, json_extract(e.body, '$.kind') AS kind,
           json_extract(e.body, '$.method') AS method, json_extract(e.body, '$.trainer') AS trainer,
           coalesce((SELECT substr(s.kind, 12) FROM ledger s WHERE s.experiment = e.experiment
                     AND s.kind IN ('experiment_resumed', 'experiment_interrupted', 'experiment_finished',
                                    'experiment_failed') ORDER BY s.seq DESC LIMIT 1), 'begun') AS last_state,
           json_extract(e.body, '$.options') AS options, json_extract(e.body, '$.plan') AS plan
    FROM ledger e WHERE e.kind = 'experiment';
CREATE VIEW trials AS
    SELECT t.trial AS id, t.experiment, json_extract(t.body, '$.phase') AS phase,
           json_extract(t.body, '$.role') AS role,
           (SELECT substr(s.kind, 7) FROM ledger s WHERE s.trial = t.trial
            AND s.kind IN ('trial_reserved', 'trial_running', 'trial_finished', 'trial_failed', 'trial_cancelled',
                           'trial_lost') ORDER BY s.seq DESC LIMIT 1) AS state,
           json_extract(t.body, '$.r') AS r, json_extract(t.body, '$.learning_rate') AS learning_rate,
           json_extract(t.body, '$.steps') AS steps, json_extract(t.body, '$.noise_multiplier') AS noise_multiplier,
           json_extract(t.body, '$.epsilon') AS epsilon, json_extract(t.body, '$.mu') AS mu,
           (SELECT json_extract(s.body, '$.values.value') FROM ledger s WHERE s.trial = t.trial
            AND s.kind = 'release' AND json_extract(s.body, '$.what') = 'score'
            ORDER BY s.seq DESC LIMIT 1) AS score,
           t.time AS reserved
    FROM ledger t WHERE t.kind = 'trial_reserved';
CREATE VIEW charges AS
    SELECT seq AS row, part, experiment, trial, mu_squared, epsilon, delta,
           json_extract(body, '$.events') AS events
    FROM ledger WHERE kind IN ('trial_reserved', 'trial_charge') AND part IS NOT NULL;
CREATE VIEW releases AS
    SELECT seq AS row, time, experiment, trial, class, json_extract(body, '$.what') AS what,
           json_extract(body, '$.values') AS "values", json_extract(body, '$.blob') AS blob
    FROM ledger WHERE kind = 'release';
CREATE VIEW accounts AS
    SELECT p.account, (SELECT name FROM parts q WHERE q.id = p.account) AS name, p.dataset,
           d.epsilon AS cap_epsilon, d.delta AS cap_delta,
           sum((SELECT total(mu_squared) FROM ledger r WHERE r.part = p.id
                AND r.kind IN ('opening_balance', 'linked_charge', 'reservation'))) AS charged_mu_squared,
           sum((SELECT total(epsilon) FROM ledger r WHERE r.part = p.id
                AND r.kind IN ('opening_balance', 'linked_charge', 'reservation'))) AS charged_epsilon,
           sum((SELECT total(delta) FROM ledger r WHERE r.part = p.id
                AND r.kind IN ('opening_balance', 'linked_charge', 'reservation'))) AS charged_delta
    FROM parts p JOIN datasets d ON d.id = p.dataset GROUP BY p.account;
)sql";

} // namespace parsimony::ledger
